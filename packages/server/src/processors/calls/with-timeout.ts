import type { ProcessorOutcome } from '../processor.ts'
import { awaitWithin } from '../../reading/await-within.ts'

/** Returns a processor's answer; `unknown` if the answer is late or fails, because the processor may have carried out the call. */
export const outcomeWithTimeout = async (
  answer: Promise<ProcessorOutcome>,
  timeoutSeconds: number,
): Promise<ProcessorOutcome> => {
  try {
    return await queryWithTimeout(answer, timeoutSeconds)
  } catch (error) {
    return {
      kind: 'unknown',
      message: error instanceof ProcessorTimeout ? error.message : 'The processor could not be reached.',
    }
  }
}

/** Returns a processor's answer to a query; throws if it is late. */
export const queryWithTimeout = <Answer>(answer: Promise<Answer>, timeoutSeconds: number): Promise<Answer> =>
  awaitWithin(timeoutSeconds * 1000, answer, () => new ProcessorTimeout(timeoutSeconds))

/** Thrown if a processor has not answered in time. */
export class ProcessorTimeout extends Error {
  constructor(timeoutSeconds: number) {
    super(`The processor did not answer within ${timeoutSeconds} seconds.`)
  }
}
