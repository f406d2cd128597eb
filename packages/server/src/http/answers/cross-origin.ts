import { type Operation, Problem } from '@billing-checkout/contract'
import type { RequestHandler, Response } from 'express'
import type { Mode } from '../../config/mode.ts'
import { isOriginAllowed } from '../../organization/is-origin-allowed.ts'
import type { Organization } from '../../organization/organization.ts'
import { actsForMerchant, type Principal } from '../../organization/caller-context.ts'

const exposedHeaders = 'Retry-After, Idempotent-Replayed, X-Request-Id, RateLimit, RateLimit-Policy'
// Pages that still run an earlier version of our script send Accept-Language, whose value may need a preflight.
const allowedHeaders = 'Accept-Language, Authorization, Content-Type, Idempotency-Key, X-API-Version'

/** Whether a page's script may call an operation: true if it accepts a widget's or portal's client token, or calls without credentials. */
export const mayPagesCall = (operation: Operation): boolean =>
  operation.callers.some((caller) => caller !== 'merchant' && caller !== 'user')

/**
 * Answers a browser's preflight request for the operations of one path, for any page. The origin is checked in the call itself, because
 * only the call shows which session it is about.
 */
export const answerPreflight = (operations: readonly Operation[]): RequestHandler => {
  const methods = operations.filter(mayPagesCall).map((operation) => operation.method)
  return (request, response, next) => {
    const origin = request.get('Origin')
    const asked = request.get('Access-Control-Request-Method')
    if (origin === undefined || asked === undefined || methods.length === 0) return next()
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': '7200',
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    })
    response.status(204).end()
  }
}

/** Lets the calling page read the answer, including refusals, because the widget must explain them to the shopper. */
export const allowPageToRead = (origin: string | undefined, response: Response): void => {
  response.vary('Origin')
  if (origin === undefined) return
  response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders })
}

/**
 * Throws `origin_not_allowed` if the organization does not allow the calling page's origin. A call with the merchant's rights is not
 * checked; instead, no page of another origin can read its answer, because pages must never use API keys.
 */
export const checkOrigin = (
  caller: { readonly organization: Organization; readonly principal: Principal },
  mode: Mode,
  origin: string | undefined,
  response: Response,
): void => {
  if (actsForMerchant(caller.principal)) {
    response.removeHeader('Access-Control-Allow-Origin')
    response.removeHeader('Access-Control-Expose-Headers')
    return
  }
  if (isOriginAllowed(caller.organization, mode, origin, caller.principal.ownOrigin)) return
  throw new Problem('origin_not_allowed', 'This page is not one of the origins that the merchant allows.')
}
