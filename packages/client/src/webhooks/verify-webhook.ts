import type { EventType, ThinEvent } from '../interface.ts'
import type { BillingEvent } from '../iterators/follow-events.ts'

/** Why a request is not accepted as a webhook of the service. */
export type WebhookErrorCode = 'header_missing' | 'too_old' | 'too_new' | 'signature_wrong' | 'body_not_json'

/** Thrown for a request that is not a webhook of the service. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A request as your server received it. */
export interface WebhookRequest {
  /** The body as it was received, before any parsing. */
  readonly body: string | Uint8Array
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The form of the events that an endpoint receives: whole, or with only the ids of their objects. */
export type WebhookPayloadForm = 'full' | 'thin'

/** An event for an endpoint whose payload is `thin`: read the object by its id. */
export interface ThinBillingEvent extends ThinEvent {
  readonly type: EventType
}

/** How a request is verified. */
export interface WebhookVerification<Payload extends WebhookPayloadForm = 'full'> {
  /** The endpoint’s secret, `whsec_…`; while it is rotated, the new and the former secret. */
  readonly secret: string | readonly string[]
  /** How many seconds the request's time may differ from yours, which also limits replays; default 300. */
  readonly toleranceSeconds?: number
  /** The present time in milliseconds since 1970; by default the machine's. */
  readonly now?: number
  /** The `payload` of the endpoint, which decides the type of the events; default `full`. */
  readonly payload?: Payload
}

/** An event as an endpoint receives it. */
export type WebhookEvent<Payload extends WebhookPayloadForm> = Payload extends 'thin' ? ThinBillingEvent : BillingEvent

/**
 * Returns the event of a webhook if its signature is valid by Standard Webhooks 1.0.0 and its time is recent. Throws
 * `WebhookError` for any other request. It only needs WebCrypto, so it runs wherever `fetch` does.
 */
export const verifyWebhook = async <Payload extends WebhookPayloadForm = 'full'>(
  { body, headers }: WebhookRequest,
  { secret, toleranceSeconds = 300, now = Date.now() }: WebhookVerification<Payload>,
): Promise<WebhookEvent<Payload>> => {
  const id = requiredHeader(headers, 'webhook-id')
  const timestamp = requiredHeader(headers, 'webhook-timestamp')
  const signatures = requiredHeader(headers, 'webhook-signature')
  refuseWrongTime(timestamp, now / 1000, toleranceSeconds)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const each of [secret].flat()) if (await isSigned(content, signatures, each)) return parse<Payload>(text)
  throw new WebhookError('signature_wrong', 'No signature of the request is one by this secret.')
}

const requiredHeader = (headers: WebhookRequest['headers'], name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : [headers[name]].flat()[0]
  if (!value) throw new WebhookError('header_missing', `The request has no header ${name}.`)
  return value
}

const refuseWrongTime = (timestamp: string, now: number, tolerance: number): void => {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN
  if (!(seconds >= now - tolerance))
    throw new WebhookError('too_old', `The request was signed more than ${tolerance} seconds ago.`)
  if (seconds > now + tolerance)
    throw new WebhookError('too_new', `The request was signed more than ${tolerance} seconds from now.`)
}

/** Whether one of the signatures was made with the secret. WebCrypto compares in constant time. */
const isSigned = async (content: BufferSource, signatures: string, secret: string): Promise<boolean> => {
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',')
    const bytes = version === 'v1' ? fromBase64(text) : undefined
    if (bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, content))) return true
  }
  return false
}

const keyOf = (secret: string): Uint8Array<ArrayBuffer> => {
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (key === undefined || key.length === 0)
    throw new TypeError('The secret must be that of a webhook endpoint, whsec_ and base64.')
  return key
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const parse = <Payload extends WebhookPayloadForm>(text: string): WebhookEvent<Payload> => {
  try {
    return JSON.parse(text) as WebhookEvent<Payload>
  } catch {
    throw new WebhookError('body_not_json', 'The body of the request is not JSON.')
  }
}
