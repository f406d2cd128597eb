import { BillingError, errorOfAnswer } from '../billing-error.ts'
import type { Settings } from '../client-options.ts'
import type { RequestOptions } from '../request-options.ts'
import type { PreparedRequest } from './prepare-request.ts'

/** Makes one attempt and returns the service's answer. Throws a BillingError, or the reason of the caller's signal. */
export const sendOnce = async (
  settings: Settings,
  request: PreparedRequest,
  { signal, timeoutSeconds = settings.timeoutSeconds }: RequestOptions,
): Promise<unknown> => {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  const { response, text } = await exchange(
    settings,
    request,
    signal ? AbortSignal.any([signal, timeout]) : timeout,
  ).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw errorWithoutAnswer(cause, timeout.aborted ? timeoutSeconds : null, request)
  })
  const body = parse(text)
  if (response.ok && body !== undefined) return body
  throw errorOfAnswer(response, body, request.idempotencyKey)
}

const exchange = async (
  { baseUrl, fetch }: Settings,
  { method, target, headers, body }: PreparedRequest,
  signal: AbortSignal,
): Promise<{ readonly response: Response; readonly text: string }> => {
  const response = await fetch(baseUrl + target, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    signal,
    // Do not follow redirects: another server could receive the API key, and a POST would become a GET.
    redirect: 'manual',
    cache: 'no-store',
  })
  return { response, text: await response.text() }
}

/** The error if no answer arrived. The request may have had its effect nevertheless. */
const errorWithoutAnswer = (cause: unknown, timedOutAfter: number | null, request: PreparedRequest): BillingError => {
  const { method, target, idempotencyKey } = request
  const path = target.replace(/\?.*$/, '')
  return timedOutAfter === null
    ? new BillingError('connection_failed', `${method} ${path} got no answer: ${reasonOf(cause)}.`, {
        cause,
        idempotencyKey,
      })
    : new BillingError('timed_out', `${method} ${path} got no answer within ${timedOutAfter} seconds.`, {
        cause,
        idempotencyKey,
      })
}

/** Node's error only says "fetch failed" and has the reason in `cause`. */
const reasonOf = (cause: unknown): string => {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return inner instanceof Error ? inner.message || inner.name : String(inner)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
