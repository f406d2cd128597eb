import type { MessageName } from '../words/en.ts'

/** The browser or its user did not do what was asked for; the sentence says what. */
export class BrowserFault extends Error {
  readonly sentence: MessageName

  constructor(sentence: MessageName, cause: unknown = null) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}
