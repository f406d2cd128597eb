import { Stripe } from 'stripe'
import type { Books } from '../books.ts'
import type { FaultKind, InjectedFaults } from '../faults/injected-faults.ts'
import { endDueRefunds } from '../objects/refunds.ts'
import { expandAnswer } from './expand.ts'
import type { IdempotencyKeys, WireAnswer } from './idempotency-keys.ts'
import type { RequestCounter } from './request-limits.ts'
import { readForm, textListParam } from './read-form.ts'
import { invalidRequestError, Refusal } from './refusal.ts'
import { isGranted, type KeyPermissions, permissionsNeededFor, permissionError } from './permissions.ts'
import { findRoute } from './routes.ts'

/** A request as it was received. */
export interface WireRequest {
  readonly method: string
  readonly path: string
  /** The query of a GET, or the body of any other request. */
  readonly form: string
  /** A secret key, or a publishable one from a browser. */
  readonly secretKey: string
  readonly apiVersion: string | undefined
  readonly idempotencyKey: string | undefined
}

/** A request with the status of its answer. The status is null before the answer, or if the connection was cut. */
export interface RecordedRequest {
  readonly name: string
  readonly path: string
  /** Its parameters, not parsed. */
  readonly form: string
  readonly idempotencyKey: string | undefined
  readonly status: number | null
}

/** One fake account and everything that decides its answers. */
export interface Account {
  readonly books: Books
  readonly keys: IdempotencyKeys
  readonly faults: InjectedFaults
  /** The account's secret keys, each with its permissions. */
  readonly secretKeys: Map<string, KeyPermissions>
  /** The key for browsers, which may only create payment methods. */
  readonly publishableKey: string
  readonly requests: RecordedRequest[]
  readonly counted: RequestCounter
}

/** Answers a request; null means that the connection is to be cut. */
export const answerRequest = async (account: Account, request: WireRequest): Promise<WireAnswer | null> => {
  const name = requestNameOf(request)
  const { path, form, idempotencyKey } = request
  const noted = { name, path, form, idempotencyKey, status: null as number | null }
  account.requests.push(noted)
  const answer = await answerUnder(account, request, name, account.faults.next(name, form))
  noted.status = answer?.status ?? null
  return answer
}

/** The request's name, for faults and counts. */
export const requestNameOf = ({ method, path }: Pick<WireRequest, 'method' | 'path'>): string => {
  const [, version, noun, id, verb] = path.split('/')
  const place = id === undefined || id === 'search' ? id : ':id'
  return `${method} /${[version, noun, place, verb].filter((part) => part !== undefined).join('/')}`
}

const answerUnder = async (
  account: Account,
  request: WireRequest,
  name: string,
  fault: FaultKind | undefined,
): Promise<WireAnswer | null> => {
  if (fault === 'cut_before') return null
  if (fault === 'rate_limit') return refused(tooManyRequests)
  const tooMany = account.counted.enter(name)
  if (tooMany !== undefined)
    return { ...refused(tooMany.refusal), headers: { 'stripe-rate-limited-reason': tooMany.reason } }
  try {
    return await answerCounted(account, request, name, fault)
  } finally {
    account.counted.leave()
  }
}

const answerCounted = async (
  account: Account,
  request: WireRequest,
  name: string,
  fault: Exclude<FaultKind, 'cut_before' | 'rate_limit'> | undefined,
): Promise<WireAnswer | null> => {
  const { books, keys, faults } = account
  if (fault === 'forbidden') return refused(permissionError(books, request, permissionsNeededFor(request)))
  const { method, idempotencyKey } = request
  let holdsKey = false
  try {
    refuseStranger(account, request)
    if (method === 'POST' && idempotencyKey !== undefined) {
      const before = keys.take(idempotencyKey, `${method} ${request.path} ${request.form}`)
      if (before !== undefined) return { ...before, headers: { 'idempotent-replayed': 'true' } }
      holdsKey = true
    }
    await faults.waitIfHeld(name)
    if (fault === 'error_before') throw internalError()
    if (typeof fault === 'object') throw invalidRequestError('Something about this request is wrong.', fault)
    const answer = run(books, request)
    const told = fault === 'error_after' ? refused(internalError()) : answer
    if (holdsKey) keys.remember(idempotencyKey!, told)
    return fault === 'cut_after' ? null : told
  } catch (error) {
    const refusal = error instanceof Refusal ? error : internalError(String(error))
    const told = refused(refusal)
    if (holdsKey && refusal.isRemembered) keys.remember(idempotencyKey!, told)
    else if (holdsKey) keys.release(idempotencyKey!)
    // A declined request has run, so faults that happen after a request (`cut_after`, `error_after`) apply to it.
    if (refusal.status === 402 && fault === 'cut_after') return null
    if (refusal.status === 402 && fault === 'error_after') {
      const lost = refused(internalError())
      if (holdsKey) keys.remember(idempotencyKey!, lost)
      return lost
    }
    return told
  }
}

const run = (books: Books, { method, path, form }: WireRequest): WireAnswer => {
  const route = findRoute(method, path)
  if (route === undefined)
    throw new Refusal(404, { type: 'invalid_request_error', message: `This fake has no ${method} ${path}.` })
  const params = readForm(form)
  const { expand: _, key: __, ...rest } = params
  endDueRefunds(books)
  const answer = route.handle(books, rest, route.id)
  return { status: 200, body: expandAnswer(books, answer, textListParam(params, 'expand') ?? []) }
}

const refuseStranger = ({ books, secretKeys, publishableKey }: Account, request: WireRequest): void => {
  const { method, path, secretKey, apiVersion } = request
  if (secretKey === publishableKey) {
    if (method === 'POST' && path === '/v1/payment_methods') return
    throw new Refusal(403, {
      type: 'invalid_request_error',
      message: 'This call cannot be made with a publishable key.',
    })
  }
  if (!secretKeys.has(secretKey))
    throw new Refusal(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${secretKey.slice(0, 8)}****`,
    })
  if (/_live_/.test(secretKey) !== books.livemode) throw new Error('A key of the other mode was let in.')
  const granted = secretKeys.get(secretKey)
  const lacking =
    granted === 'all' ? [] : permissionsNeededFor(request).filter((name) => !isGranted(granted ?? [], name))
  if (lacking.length > 0) throw permissionError(books, request, lacking)
  if (apiVersion !== Stripe.API_VERSION)
    throw new Refusal(400, {
      type: 'invalid_request_error',
      message: `This fake speaks ${Stripe.API_VERSION} only, not ${apiVersion ?? 'an unnamed version'}.`,
    })
}

const internalError = (message = 'An unknown error occurred.'): Refusal =>
  new Refusal(500, { type: 'api_error', message }, true)

const tooManyRequests = new Refusal(429, {
  type: 'rate_limit_error',
  code: 'rate_limit',
  message: 'Too many requests.',
})

const refused = ({ status, body }: Refusal): WireAnswer => ({ status, body: { error: body } })
