import { Problem, type ProblemDetail } from '@billing-checkout/contract'

const sentencesMax = 5

/** Makes one problem of all issues of a request: `unknown_parameter` if all of them are unknown members, else `invalid_parameter`. */
export const problemOfIssues = (issues: readonly ProblemDetail[]): Problem => {
  const code = issues.every((issue) => issue.code === 'unknown_parameter') ? 'unknown_parameter' : 'invalid_parameter'
  const sentences = issues.slice(0, sentencesMax).map((issue) => issue.message)
  const more = issues.length > sentencesMax ? [`And ${issues.length - sentencesMax} more.`] : []
  return new Problem(code, [...sentences, ...more].join(' '), { details: issues.slice(0, maxIssues) })
}

/** The most issues in an answer: callers rarely read more, and an answer should not grow with the size of the request. */
const maxIssues = 100
