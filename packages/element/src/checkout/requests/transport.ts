import type { Checkout, Payment, PaymentMethodType, ProblemCode, Subscription } from '@billing-checkout/contract'

/**
 * What came back. `refused` is certain: the server decided and did nothing. `lost` is not: no answer, a broken one, or a
 * server in trouble, so the request may or may not have had its effect.
 */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | ({ readonly kind: 'refused' } & Refused)
  | { readonly kind: 'lost' }

/** A refusal as the server words it. */
export interface Refused {
  readonly code: ProblemCode
  readonly message?: string
  readonly request_id?: string
  /** Where its faults are, such as `address.state`. */
  readonly paths?: readonly string[]
  /** The codes of its faults, in the same order. */
  readonly reasons?: readonly string[]
  /** Seconds after which the same request may be allowed; absent if the server does not say. */
  readonly retryAfter?: number
}

/** The body of POST /payments as a widget sends it. */
export interface PaymentRequest {
  readonly payment_method?:
    | { readonly id: string }
    | { readonly type: 'CARD'; readonly details: CardDetails }
    | WalletMethod
  readonly expected?: Expected
  readonly consent: ConsentReceipt
  /** Whether a one-off payment keeps the card for the next time. */
  readonly store?: boolean
}

/** A new card: sealed in our fields, or the token that a processor's own made of it, and the connection that they belong to. */
type CardDetails = { readonly encrypted: string } | { readonly processor_token: string; readonly connection: string }

/** A wallet as it is paid with: one that redirects needs no more than its name, one with a button of a processor's the token of that. */
export interface WalletMethod {
  readonly type: Exclude<PaymentMethodType, 'CARD'>
  readonly details?: { readonly token: string } | { readonly processor_token: string; readonly connection: string }
}

/** What the shopper was shown: minor units, currency, and the hash of the quote. A charge of anything else is refused. */
export interface Expected {
  readonly amount: number
  readonly currency: string
  readonly quote: string
}

/** What the shopper agreed to: the text as it was shown, its locale and version, and when. */
export interface ConsentReceipt {
  readonly text: string
  readonly locale: string
  readonly version: string
  readonly at: string
  /** What the document showed in place of the text, if that was something else. */
  readonly displayed_text?: string
}

/** The body of PATCH /subscriptions in the two cases that a widget may send: resuming, and a plan change that costs nothing now. */
export interface SubscriptionRequest {
  readonly subscription: { readonly id: string; readonly status?: 'active' }
  readonly plan?: { readonly id: string }
  readonly expected?: Expected
  readonly consent: ConsentReceipt
}

/** Where a shopper says they are, as far as tax depends on it; null takes back what was said. */
export type Place = Readonly<Partial<Record<'country' | 'state' | 'postal_code', string | null>>>

/** What a shopper says at the checkout: their place, the subscription that they change instead of buying another, or a code. */
export type Said =
  | Place
  | { readonly subscription: { readonly id: string } }
  | { readonly discount_code: string | null }

/** What is done with the answer to what a shopper says; null if a later answer counts, or the shopper cannot pay any more. */
export type OnSaid = (answer: Answer<Checkout> | null) => void

/** Credentials and identity of one attempt: the same key again is the same attempt. */
export interface Attempt {
  readonly token: string
  readonly key: string
}

/** The server, as the element needs it until a card can be typed. It neither throws nor rejects. */
export interface CheckoutReader {
  /** `locale` null leaves the language to the session and then to the page's and browser's `languages`. */
  readonly readCheckout: (locale: string | null, languages: readonly string[]) => Promise<Answer<Checkout>>
}

/** The server, as a payment needs it. No method throws or rejects. */
export interface PaymentCalls {
  /** Says where the shopper is and reads the checkout as it is then. */
  readonly locate: (said: Said, token: string, locale: string) => Promise<Answer<Checkout>>
  readonly pay: (request: PaymentRequest, attempt: Attempt) => Promise<Answer<Payment>>
  readonly readPayment: (id: string, token: string) => Promise<Answer<Payment>>
  readonly updateSubscription: (request: SubscriptionRequest, attempt: Attempt) => Promise<Answer<Subscription>>
}

const readTimeoutMs = 15_000

/** Reads one session from `server` (an origin, perhaps with a path). */
export const createReader = (server: string, sessionId: string): CheckoutReader => ({
  readCheckout: (locale, languages) =>
    ask(
      `${server}/checkout/${encodeURIComponent(sessionId)}${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`,
      // No header that would cost a preflight; the server falls back to these after the session's own locale.
      { headers: { 'Accept-Language': languages.join(',') } },
    ),
})

/** Asks the server at `url`, and waits at most `timeoutMs` for its answer. */
export const ask = async <Value>(url: string, init: RequestInit, timeoutMs = readTimeoutMs): Promise<Answer<Value>> => {
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await response.json()
    if (response.ok) return { kind: 'ok', value: body as Value }
    const { code, message, request_id, details } = body.error
    // A server in trouble, or the same attempt still running: the outcome is unknown.
    const isCertain = response.status < 500 && typeof code === 'string' && code !== 'idempotency_in_progress'
    if (!isCertain) return { kind: 'lost' }
    return {
      kind: 'refused',
      code: code as ProblemCode,
      message,
      request_id,
      paths: details?.map(({ path }: { readonly path: string }) => path),
      reasons: details?.map(({ code }: { readonly code: string }) => code),
      retryAfter: Number(response.headers.get('Retry-After')),
    }
  } catch {
    return { kind: 'lost' }
  }
}
