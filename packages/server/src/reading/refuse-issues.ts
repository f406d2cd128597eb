import { Problem, type ProblemDetail } from '@billing-checkout/contract'

/** If there are issues, throws `invalid_parameter` with all of them and the sentence of the first. */
export const refuseIssues = (issues: readonly ProblemDetail[]): void => {
  const [first] = issues
  if (first !== undefined) throw new Problem('invalid_parameter', first.message, { details: issues })
}

/** The refusal of one wrong member of a request, named by its path such as `body.plan.id`. */
export const invalidValue = (path: string, message: string): Problem =>
  new Problem('invalid_parameter', message, { details: [{ path, code: 'invalid_value', message }] })
