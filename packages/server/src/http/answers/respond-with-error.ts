import { Problem, type ProblemBody } from '@billing-checkout/contract'
import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { TroubleWatch } from '../../store/engine/errors/watch-troubles.ts'
import { factsOf } from '../requests/request-facts.ts'
import { maskCardNumbers } from '../../reading/show-value.ts'

/**
 * Turns any error into the one error body. A problem says what the caller can do. Any other error is the server's: it is logged
 * with the request's id, and nothing of it is shown. Errors for which the database is to blame fail every request alike, so the
 * watch over it limits what is logged.
 */
export const respondWithError =
  (logger: Logger, troubles: TroubleWatch): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const trouble = error instanceof Problem ? undefined : troubles.note(error)
    const problem = trouble === undefined ? problemOf(error) : unavailableFor(trouble.retryAfterSeconds)
    if (problem.status >= 500 && trouble === undefined) {
      logger.error(
        { request_id: factsOf(response).requestId, operation: factsOf(response).operation, err: error },
        'failed',
      )
    }
    // Half of the answer is sent, or the caller has disconnected, so all that we can do is close the connection.
    if (response.headersSent || response.destroyed) return void request.destroy()
    answerProblem(problem, response)
  }

const answerProblem = (problem: Problem, response: Response): void => {
  const { requestId } = factsOf(response)
  if (problem.retryAfterSeconds !== undefined) response.set('Retry-After', String(problem.retryAfterSeconds))
  if (problem.status === 401) response.set('WWW-Authenticate', challengeOf(problem))
  const body: ProblemBody = {
    error: {
      code: problem.code,
      // A card number sent where an id belongs must not come back in "there is no customer …".
      message: maskCardNumbers(problem.message),
      details: problem.details.map(({ path, code, message, minimum }) => ({
        path: maskCardNumbers(path),
        code,
        message: maskCardNumbers(message),
        ...(minimum && { minimum }),
      })),
      request_id: requestId,
    },
  }
  // A page's error is data too, whatever headers the page would have had.
  response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  })
  response.status(problem.status).json(body)
}

const challengeOf = ({ code }: Problem): string =>
  code === 'missing_credentials'
    ? 'Bearer realm="billing-checkout"'
    : 'Bearer realm="billing-checkout", error="invalid_token"'

const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  // Express throws this for a path such as /plans/%E0 that cannot be decoded, which is the caller's error.
  if (error instanceof URIError)
    return new Problem('invalid_parameter', 'The path must be valid percent-encoded UTF-8.')
  if (isBadForm(error)) return new Problem('invalid_parameter', `The form cannot be read: ${error.message}.`)
  return new Problem('internal', 'Something went wrong on our side; quote the request id when you report it.')
}

/** Whether Express could not read a form, because of its size, encoding or character set. */
const isBadForm = (error: unknown): error is Error =>
  error instanceof Error &&
  'type' in error &&
  typeof error.type === 'string' &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status < 500

const unavailableFor = (retryAfterSeconds: number): Problem =>
  new Problem('unavailable', 'The service is not available right now; try again.', { retryAfterSeconds })
