import { awaitWithin } from '../../reading/await-within.ts'
import type { ProcessorOutcome } from '../processor.ts'

/** Returns a processor's answer; `unknown` if it is late or fails, because this server cannot know what happened there. */
export const withTimeout = async (
  answer: Promise<ProcessorOutcome>,
  timeoutSeconds: number,
): Promise<ProcessorOutcome> => {
  try {
    return await inTime(answer, timeoutSeconds)
  } catch (error) {
    return { kind: 'unknown', message: error instanceof Late ? error.message : 'The processor could not be reached.' }
  }
}

/** Returns a processor's answer to a query; throws if it is late. */
export const inTime = <Answer>(answer: Promise<Answer>, timeoutSeconds: number): Promise<Answer> =>
  awaitWithin(timeoutSeconds * 1000, answer, () => new Late(timeoutSeconds))

/** Thrown if a processor has not answered in time. */
export class Late extends Error {
  constructor(timeoutSeconds: number) {
    super(`The processor did not answer within ${timeoutSeconds} seconds.`)
  }
}
