import type { List, Operation } from '@billing-checkout/contract'
import { runOnBehalfOf } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import type { Request, RequestHandler, Response } from 'express'
import type { Mode } from '../config/mode.ts'
import type { Authenticate, Caller } from '../credentials/authenticate.ts'
import type { AuthenticateUser } from '../credentials/users/authenticate-user.ts'
import type { CallerContext, Principal } from '../organization/caller-context.ts'
import { checkPermission } from '../organization/check-permission.ts'
import { redactForPortal } from '../presenters/redaction/redact-for-portal.ts'
import { redactFor } from '../presenters/redaction/redact-for.ts'
import { type Actor, actingAs } from '../store/acting.ts'
import type { Database } from '../store/database.ts'
import { answerOnce, identifyRequest, readIdempotencyKey } from './answer-once.ts'
import { checkOrigin, mayPagesCall, allowPageToRead } from './answers/cross-origin.ts'
import { sendCsv, wantsCsv } from './answers/send-csv.ts'
import { sendJson } from './answers/send-json.ts'
import { dashboardCookieOf } from './dashboard/dashboard-requests.ts'
import { networkAddressOf } from './proxies/network-address-of.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { RunInTurn } from './request-turns.ts'
import { confineToCustomer, refuseBeyondPortalRights } from './requests/portal-rights.ts'
import { readBodyBytes, parseJsonBody } from './requests/read-body.ts'
import { type RawRequest, readRequest, type ValidRequest } from './requests/read-request.ts'
import { requestLocalsOf } from './requests/request-locals.ts'
import { requireApiVersion } from './requests/require-api-version.ts'
import type { PublicRoute, AuthenticatedRequest, Route } from './route.ts'

/** The parts that the handlers of all operations share. */
export interface HandlerContext {
  readonly database: Database
  readonly mode: Mode
  readonly authenticate: Authenticate
  /** How users of the dashboard are authenticated; absent: users cannot sign in. */
  readonly dashboard?: { readonly origin: () => string; readonly authenticate: AuthenticateUser }
  readonly rateLimiter: RateLimiter
  /** The wall clock, in UTC. */
  readonly wallClock: () => Timestamp
}

/**
 * Answers an operation that needs a caller. The order of checks decides which of several errors a caller gets: first those that protect the
 * server (version, size of the body), then authentication and permission, and last everything that is wrong with the request, all at once.
 * So an unknown caller learns nothing about the shape of requests. An admitted caller waits for a turn before the request is parsed.
 */
export const handleOperation =
  (route: Route, context: HandlerContext, inTurnOf: RunInTurn): RequestHandler =>
  async (request, response) => {
    const { operation } = route
    prepareResponse(operation, request, response)
    const wall = context.wallClock()
    const bytes = takesBody(operation) ? await readBodyBytes(request, operation.bodyBytesMax) : Buffer.alloc(0)

    const caller = await authenticate(context, request, response, wall)
    const { id } = caller.organization
    requestLocalsOf(response).organizationId = id
    await runOnBehalfOf(id, () => {
      checkOrigin(caller, context.mode, request.get('Origin'), response)
      checkPermission(operation, caller.principal, wall)
      return context.rateLimiter.count(request, response, caller.principal)
    })
    const known = { request, response, caller, wall, bytes }
    if (wantsCsv(operation, request)) return answerInCsv(route, context, inTurnOf, known)
    await inTurnOf(id, async () => {
      // If the caller disconnected while it waited, serving it would only delay the other callers.
      if (response.destroyed) return
      await answerCaller(route, context, known)
    })
  }

/** A request whose caller is known. */
interface KnownRequest {
  readonly request: Request
  readonly response: Response
  readonly caller: Caller
  readonly wall: Timestamp
  readonly bytes: Buffer
}

const answerCaller = async (
  { operation, answer, complete }: Route,
  { database }: HandlerContext,
  known: KnownRequest,
): Promise<void> => {
  const { request, response, caller, bytes } = known
  const key = readIdempotencyKey(operation, request.get('Idempotency-Key'))
  const sent = { params: request.params, query: request.query, body: parseJsonBody(bytes, request) }
  const { principal } = caller
  const read = await readFrom(caller, operation, database, sent)
  const call = callOf(known, key === undefined ? null : identifyRequest(operation, principal, key, sent))
  const shown = shownTo(principal)
  // These types follow from the operation's schema, with which the parts of the request were parsed.
  const withCall = (caller: CallerContext) => ({ ...read, call: caller }) as AuthenticatedRequest<Operation>
  const result = await actingAs(actorOf(operation, call), () =>
    answerOnce(database, call, (callWithKey) => answer(withCall(callWithKey))),
  )
  if (!result.replayed) return sendJson(response, shown(result.answer))
  const again = await complete(result.answer, withCall(call))
  response.set('Idempotent-Replayed', 'true')
  await sendJson(response, shown(redactFor(call.principal, again)))
}

/** Answers a list as CSV. Each page of the list waits for its own turn, because a long list takes minutes. */
const answerInCsv = (
  { operation, answer }: Route,
  { database }: HandlerContext,
  inTurnOf: RunInTurn,
  known: KnownRequest,
): Promise<void> => {
  const { request, response, caller } = known
  const call = callOf(known, null)
  return sendCsv(response, operation, (page) =>
    inTurnOf(caller.organization.id, async () => {
      // `sort` is removed, because CSV is in the order of creation, and some lists refuse this parameter, whatever its value.
      const { sort: _, ...filters } = request.query
      const sent = { params: request.params, query: { ...filters, ...page }, body: undefined }
      const read = await readFrom(caller, operation, database, sent)
      return shownTo(caller.principal)(
        await answer({ ...read, call } as AuthenticatedRequest<Operation>),
      ) as List<unknown>
    }),
  )
}

/** Parses and validates a request, and confines a portal's customer to their own objects. */
const readFrom = async (
  { principal, organization }: Caller,
  operation: Operation,
  database: Database,
  sent: RawRequest,
): Promise<ValidRequest> => {
  if (principal.kind !== 'portal') return readRequest(operation, sent)
  refuseBeyondPortalRights(operation, organization, sent)
  const read = readRequest(operation, sent)
  await confineToCustomer(database, organization, principal, operation, read)
  return read
}

const shownTo = ({ kind }: Principal): ((answer: unknown) => unknown) =>
  kind === 'portal' ? redactForPortal : (answer) => answer

const actorOf = ({ name }: Operation, { principal, address, requestId }: CallerContext): Actor => ({
  who: whoOf(principal),
  what: name,
  address,
  requestId,
})

const whoOf = (principal: Principal): string => {
  if (principal.kind === 'user') return principal.userId
  return principal.kind === 'merchant' ? principal.keyId : 'shopper'
}

/** Answers an operation that anyone may call. */
export const handlePublicOperation =
  ({ operation, answer }: PublicRoute, context: HandlerContext, inTurnOf: RunInTurn): RequestHandler =>
  async (request, response) => {
    prepareResponse(operation, request, response)
    await context.rateLimiter.count(request, response, null)
    const { params, query } = readRequest(operation, { params: request.params, query: request.query, body: undefined })
    await sendJson(
      response,
      await answer({
        params,
        query,
        origin: request.get('Origin'),
        acceptLanguage: request.get('Accept-Language'),
        address: networkAddressOf(request),
        wall: context.wallClock(),
        requestId: requestLocalsOf(response).requestId,
        inTurnOf,
      } as Parameters<PublicRoute['answer']>[0]),
    )
  }

/** Authenticates a request. A failed attempt counts against the rate limit of its network address. */
const authenticate = async (
  context: HandlerContext,
  request: Request,
  response: Response,
  wall: Timestamp,
): Promise<Caller> => {
  try {
    const { dashboard } = context
    const cookie = dashboard === undefined ? '' : dashboardCookieOf(request, dashboard.origin())
    return await (dashboard === undefined || cookie === ''
      ? context.authenticate(request.get('Authorization'), wall)
      : dashboard.authenticate({ cookie, organizationId: request.get('X-Billing-Organization') }, wall))
  } catch (error) {
    await context.rateLimiter.count(request, response, null)
    throw error
  }
}

const prepareResponse = (operation: Operation, request: Request, response: Response): void => {
  requestLocalsOf(response).operation = operation.name
  requestLocalsOf(response).pattern = operation.path
  if (mayPagesCall(operation)) allowPageToRead(request.get('Origin'), response)
  requireApiVersion(request)
}

const takesBody = ({ method }: Operation): boolean => method === 'POST' || method === 'PATCH'

const callOf = (
  { request, response, caller, wall }: KnownRequest,
  idempotency: CallerContext['idempotency'],
): CallerContext => ({
  organization: caller.organization,
  principal: caller.principal,
  requestId: requestLocalsOf(response).requestId,
  address: networkAddressOf(request),
  browser: { address: request.ip ?? '', userAgent: request.get('User-Agent') ?? '' },
  wall,
  idempotency,
})
