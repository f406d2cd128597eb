import { BillingError, type BillingErrorCode } from '@billing-checkout/client'

/** A request to our own server, with the options for sending it. */
export interface ServerRequest {
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly fetch?: typeof fetch
}

/** Sends a request to our own server. Throws a `BillingError` if the server rejects it or does not answer. */
export const sendServerRequest = async (request: ServerRequest): Promise<Response> => {
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
  if (!response.ok) throw await refusalOf(response)
  return response
}

/** Sends a request to our own server and returns the JSON in the answer. */
export const requestJson = async <Answer>(request: ServerRequest): Promise<Answer> => {
  const response = await sendServerRequest(request)
  // An answer with status 204 has no body.
  return (await response.json().catch(() => null)) as Answer
}

const refusalOf = async (response: Response): Promise<BillingError> => {
  const answer: unknown = await response.json().catch(() => null)
  const { error } = (answer ?? {}) as {
    readonly error?: {
      readonly code?: BillingErrorCode
      readonly message?: string
      readonly details?: BillingError['details']
    }
  }
  return new BillingError(error?.code ?? 'unexpected_answer', error?.message ?? `Got HTTP ${response.status}.`, {
    status: response.status,
    details: error?.details ?? [],
  })
}
