import { Problem, type ProblemDetail } from '@billing-checkout/contract'

const sentencesMax = 5

/** One problem for all faults of a request: `unknown_parameter` when all are members nobody knows, else `invalid_parameter`. */
export const problemOfFaults = (faults: readonly ProblemDetail[]): Problem => {
  const code = faults.every((fault) => fault.code === 'unknown_parameter') ? 'unknown_parameter' : 'invalid_parameter'
  const sentences = faults.slice(0, sentencesMax).map((fault) => fault.message)
  const more = faults.length > sentencesMax ? [`And ${faults.length - sentencesMax} more.`] : []
  return new Problem(code, [...sentences, ...more].join(' '), { details: faults.slice(0, faultsMax) })
}

/** Nobody reads further, and an answer should not grow with what was sent. */
const faultsMax = 100
