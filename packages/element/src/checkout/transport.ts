import type { Checkout, Payment, PaymentMethodType, ProblemCode, Subscription } from '@billing-checkout/contract'

/**
 * What came back. `refused` is certain: the server decided and did nothing. `lost` is not: no answer, a broken one, or a
 * server in trouble, so the request may or may not have had its effect.
 */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: ProblemCode }
  | { readonly kind: 'lost' }

/** The body of POST /payments as a widget sends it (decisions 8, 11). */
export interface PaymentRequest {
  readonly payment_method?:
    { readonly id: string } | { readonly type: 'CARD'; readonly details: { readonly encrypted: string } } | WalletMethod
  readonly expected?: Expected
  readonly consent: ConsentReceipt
  /** Whether a one-off payment keeps the card for the next time. */
  readonly store?: boolean
}

/** A wallet as it is paid with: one that redirects needs no more than its name. */
export interface WalletMethod {
  readonly type: Exclude<PaymentMethodType, 'CARD'>
  readonly details?: { readonly token: string }
}

/** What the shopper was shown (decisions 7). */
export interface Expected {
  readonly amount: number
  readonly currency: string
  readonly quote: string
}

/** What the shopper agreed to (decisions 11). */
export interface ConsentReceipt {
  readonly text: string
  readonly locale: string
  readonly version: string
  readonly at: string
}

/** The body of PATCH /subscriptions in the two cases a widget may send (decisions 3). */
export interface SubscriptionRequest {
  readonly subscription: { readonly id: string; readonly status?: 'active' }
  readonly plan?: { readonly id: string }
  readonly expected?: Expected
  readonly consent: ConsentReceipt
}

/** Where a shopper says they are, as far as tax depends on it; null takes back what was said. */
export type Place = Readonly<Partial<Record<'country' | 'state' | 'postal_code', string | null>>>

/** Credentials and identity of one attempt: the same key again is the same attempt. */
export interface Attempt {
  readonly token: string
  readonly key: string
}

/** The server, as the element needs it. No method throws or rejects. */
export interface Transport {
  /** `locale` null leaves the language to the session and then to the page's and browser's `languages`. */
  readonly readCheckout: (locale: string | null, languages: readonly string[]) => Promise<Answer<Checkout>>
  /** Says where the shopper is and reads the checkout as it is then. */
  readonly locate: (place: Place, token: string, locale: string) => Promise<Answer<Checkout>>
  readonly pay: (request: PaymentRequest, attempt: Attempt) => Promise<Answer<Payment>>
  readonly readPayment: (id: string, token: string) => Promise<Answer<Payment>>
  readonly updateSubscription: (request: SubscriptionRequest, attempt: Attempt) => Promise<Answer<Subscription>>
}

const readTimeoutMs = 15_000
const payTimeoutMs = 45_000

/** Speaks to `server` (an origin, perhaps with a path) about one session. */
export const createTransport = (server: string, sessionId: string, fetch = globalThis.fetch): Transport => {
  const ask = async <Value>(path: string, init: RequestInit, timeoutMs: number): Promise<Answer<Value>> => {
    try {
      const response = await fetch(`${server}${path}`, {
        credentials: 'omit',
        cache: 'no-store',
        ...init,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return answerOf<Value>(response, await response.json())
    } catch {
      return { kind: 'lost' }
    }
  }
  const send = <Value>(method: 'POST' | 'PATCH', path: string, body: unknown, { token, key }: Attempt) =>
    ask<Value>(
      path,
      {
        method,
        body: JSON.stringify(body),
        headers: { ...credentials(token), 'Idempotency-Key': key, 'Content-Type': 'application/json' },
      },
      payTimeoutMs,
    )
  return {
    readCheckout: (locale, languages) =>
      ask(
        `/checkout/${encodeURIComponent(sessionId)}${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`,
        // No header that would cost a preflight; the server falls back to these after the session's own locale.
        { headers: languages.length > 0 ? { 'Accept-Language': languages.join(',') } : {} },
        readTimeoutMs,
      ),
    locate: (place, token, locale) =>
      ask(
        `/checkout/${encodeURIComponent(sessionId)}?locale=${encodeURIComponent(locale)}`,
        {
          method: 'PATCH',
          body: JSON.stringify(place),
          headers: { ...credentials(token), 'Content-Type': 'application/json' },
        },
        readTimeoutMs,
      ),
    pay: (request, attempt) => send('POST', '/payments', request, attempt),
    readPayment: (id, token) => ask(`/payments/${id}`, { headers: credentials(token) }, readTimeoutMs),
    updateSubscription: (request, attempt) => send('PATCH', '/subscriptions', request, attempt),
  }
}

const credentials = (token: string) => ({ Authorization: `Bearer ${token}`, 'X-API-Version': '1.0.0' })

const answerOf = <Value>(response: Response, body: unknown): Answer<Value> => {
  if (response.ok) return { kind: 'ok', value: body as Value }
  const code = codeIn(body)
  // A server in trouble, or the same attempt still running: nobody knows yet.
  if (response.status >= 500 || code === null || code === 'idempotency_in_progress') return { kind: 'lost' }
  return { kind: 'refused', code }
}

const codeIn = (body: unknown): ProblemCode | null => {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' ? (code as ProblemCode) : null
}
