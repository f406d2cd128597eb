import { Problem, type ProblemDetail } from '@billing-checkout/contract'

/** Throws `invalid_parameter` with all issues, and the sentence of the first, if there are any. */
export const refuseIssues = (issues: readonly ProblemDetail[]): void => {
  const [first] = issues
  if (first !== undefined) throw new Problem('invalid_parameter', first.message, { details: issues })
}
