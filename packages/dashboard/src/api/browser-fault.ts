import type { MessageName } from '../words/en.ts'

/** Thrown if the browser or its user did not complete a step. `sentence` names the message that explains the step to the user. */
export class BrowserFault extends Error {
  readonly sentence: MessageName

  constructor(sentence: MessageName, cause: unknown = null) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}
