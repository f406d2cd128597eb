import type { MessageName } from '../words/en.ts'

/** The browser or its user did not complete a step; `message` names the step for the user. */
export class BrowserFault extends Error {
  readonly sentence: MessageName

  constructor(sentence: MessageName, cause: unknown = null) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}
