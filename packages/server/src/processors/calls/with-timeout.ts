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
export const inTime = async <Answer>(answer: Promise<Answer>, timeoutSeconds: number): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(timeoutSeconds)), timeoutSeconds * 1000)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Thrown if a processor has not answered in time. */
export class Late extends Error {
  constructor(timeoutSeconds: number) {
    super(`The processor did not answer within ${timeoutSeconds} seconds.`)
  }
}
