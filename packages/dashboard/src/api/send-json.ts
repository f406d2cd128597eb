import { BillingError, type BillingErrorCode } from '@billing-checkout/client'

/** A request with JSON, and how it is sent. */
export interface JsonRequest {
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly fetch?: typeof fetch
}

/** Sends a request to our own server, and answers its JSON. Throws a `BillingError`, or what aborted it. */
export const sendJson = async <Answer>(request: JsonRequest): Promise<Answer> => {
  const { method, path, body, headers = {}, signal, fetch: send = (...given) => fetch(...given) } = request
  const response = await send(path, {
    method,
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    redirect: 'manual',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw new BillingError('connection_failed', `${method} ${path} got no answer.`, { cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  const { error } = (answer ?? {}) as {
    readonly error?: {
      readonly code?: BillingErrorCode
      readonly message?: string
      readonly details?: BillingError['details']
    }
  }
  throw new BillingError(error?.code ?? 'unexpected_answer', error?.message ?? `Got HTTP ${response.status}.`, {
    status: response.status,
    details: error?.details ?? [],
  })
}
