import type { ProcessorOutcome } from './processor.ts'

/** A processor's answer, or `unknown` when it is late or breaks: what happened there, nobody here can tell. */
export const withTimeout = async (
  answer: Promise<ProcessorOutcome>,
  timeoutSeconds: number,
): Promise<ProcessorOutcome> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ProcessorOutcome>((resolve) => {
    const message = `The processor did not answer within ${timeoutSeconds} seconds.`
    timer = setTimeout(() => resolve({ kind: 'unknown', message }), timeoutSeconds * 1000)
  })
  try {
    return await Promise.race([answer, late])
  } catch {
    return { kind: 'unknown', message: 'The processor could not be reached.' }
  } finally {
    clearTimeout(timer)
  }
}
