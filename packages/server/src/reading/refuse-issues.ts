import { Problem, type ProblemDetail } from '@billing-checkout/contract'

/** If there are issues, throws `invalid_parameter` with all of them and the sentence of the first. */
export const refuseIssues = (issues: readonly ProblemDetail[]): void => {
  const [first] = issues
  if (first !== undefined) throw new Problem('invalid_parameter', first.message, { details: issues })
}
