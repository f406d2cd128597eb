import { Problem, type ProblemBody } from '@billing-checkout/contract'
import type { TroubleWatch } from '@billing-checkout/database/errors'
import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { requestLocalsOf } from '../requests/request-locals.ts'
import { maskCardNumbers } from '../../reading/show-value.ts'

/**
 * Turns any error into the standard error body. A Problem states what the caller can do. Any other error, except for a path or form that
 * cannot be decoded, is the server's fault: it is logged with the request's id, and the answer reveals nothing about it. Database trouble
 * makes every request fail alike, so the trouble watch limits what is logged.
 */
export const respondWithError =
  (logger: Logger, troubles: TroubleWatch): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const trouble = error instanceof Problem ? undefined : troubles.reportError(error)
    const problem = trouble === undefined ? problemOf(error) : unavailableFor(trouble.retryAfterSeconds)
    if (problem.status >= 500 && trouble === undefined) {
      logger.error(
        { request_id: requestLocalsOf(response).requestId, operation: requestLocalsOf(response).operation, err: error },
        'failed',
      )
    }
    // If a part of the answer was sent, or the caller has disconnected, we can only close the connection.
    if (response.headersSent || response.destroyed) return void request.destroy()
    answerProblem(problem, response)
  }

const answerProblem = (problem: Problem, response: Response): void => {
  const { requestId } = requestLocalsOf(response)
  if (problem.retryAfterSeconds !== undefined) response.set('Retry-After', String(problem.retryAfterSeconds))
  if (problem.status === 401) response.set('WWW-Authenticate', challengeOf(problem))
  const body: ProblemBody = {
    error: {
      code: problem.code,
      // Masked, because a caller may have sent a card number in place of an id that the message repeats.
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
  // Even if the request was for a page, its error is JSON data and gets the headers of data.
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
  // Express throws this for a path that cannot be decoded, such as /plans/%E0, which is the caller's error.
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
