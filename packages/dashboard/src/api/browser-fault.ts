import type { MessageName } from '../words/en.ts'

/** The browser or its user did not complete a step that needs them; the sentence says which. */
export class BrowserFault extends Error {
  readonly sentence: MessageName

  constructor(sentence: MessageName, cause: unknown = null) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}
