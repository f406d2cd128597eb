import type { Checkout, Payment, PaymentMethodType, ProblemCode, Subscription } from '@billing-checkout/contract'

/**
 * The answer to a request. `refused` is certain: the server rejected the request and did nothing. `lost` is uncertain: the answer was
 * missing, broken or a 5xx, or the same attempt is still running. So the request may or may not have had its effect.
 */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | ({ readonly kind: 'refused' } & RefusalDetails)
  | { readonly kind: 'lost' }

/** The server's error. */
export interface RefusalDetails {
  readonly code: ProblemCode
  readonly message?: string
  readonly request_id?: string
  /** Paths of the invalid members in the request, such as `address.state`. */
  readonly paths?: readonly string[]
  /** The code that explains each of `paths`, in the same order. */
  readonly reasons?: readonly string[]
  /** Seconds after which the same request may succeed; 0 or absent if the server does not say. */
  readonly retryAfter?: number
}

/** The body of POST /payments, as the element sends it. */
export interface PaymentRequestBody {
  readonly payment_method?:
    | { readonly id: string }
    | { readonly type: 'CARD'; readonly details: CardDetails }
    | WalletMethod
  readonly expected?: ExpectedCharge
  readonly consent: ConsentReceipt
  /** Whether a one-off payment saves the card. */
  readonly store?: boolean
}

/** A new card: encrypted in our own fields, or as a token from a processor's fields, with the connection that the token belongs to. */
type CardDetails = { readonly encrypted: string } | { readonly processor_token: string; readonly connection: string }

/** A kind of payment method that is not a card. */
export type WalletKind = Exclude<PaymentMethodType, 'CARD'>

/** A wallet as payment method. A wallet that redirects needs only its type; a wallet in a sheet also needs its token. */
export interface WalletMethod {
  readonly type: WalletKind
  readonly details?: { readonly token: string } | { readonly processor_token: string; readonly connection: string }
}

/** The charge that the shopper saw: minor units, currency, and the hash of the quote. The server makes no other charge. */
export interface ExpectedCharge {
  readonly amount: number
  readonly currency: string
  readonly quote: string
}

/** What the shopper agreed to: the text that was shown, its locale and version, and the time. */
export interface ConsentReceipt {
  readonly text: string
  readonly locale: string
  readonly version: string
  readonly at: string
  /** The text that the document displayed, if it differs from `text`. */
  readonly displayed_text?: string
}

/** The body of PATCH /subscriptions in the two cases in which the element sends it: resuming, and a plan change without a charge now. */
export interface SubscriptionRequestBody {
  readonly subscription: { readonly id: string; readonly status?: 'active' }
  readonly plan?: { readonly id: string }
  readonly expected?: ExpectedCharge
  readonly consent: ConsentReceipt
}

/** The fields of the shopper's address that tax depends on; null clears a member. */
export type TaxPlaceUpdate = Readonly<Partial<Record<'country' | 'state' | 'postal_code', string | null>>>

/** What the shopper may send to the checkout: their place, the subscription to change instead of buying another, or a discount code. */
export type CheckoutUpdate =
  | TaxPlaceUpdate
  | { readonly subscription: { readonly id: string } }
  | { readonly discount_code: string | null }

/** Receives the server's answer; null if a later request replaces this one, or if the shopper can no longer pay. */
export type OnUpdated = (answer: Answer<Checkout> | null) => void

/** The credentials of an attempt, and its idempotency key. Requests with the same key are the same attempt. */
export interface AttemptCredentials {
  readonly token: string
  readonly key: string
}

/** The server's operations that are needed before the shopper can type a card. No method throws or rejects. */
export interface CheckoutReader {
  /**
   * The answer is in `locale`; if that is null, in the session's language; if the session has none, in the first supported one of
   * `languages`, those of the page and the browser.
   */
  readonly readCheckout: (locale: string | null, languages: readonly string[]) => Promise<Answer<Checkout>>
}

/** The server's operations that a payment needs. No method throws or rejects. */
export interface PaymentCalls {
  /** Sends what the shopper entered, and reads the checkout with its new quote. */
  readonly updateCheckout: (update: CheckoutUpdate, token: string, locale: string) => Promise<Answer<Checkout>>
  readonly pay: (request: PaymentRequestBody, attempt: AttemptCredentials) => Promise<Answer<Payment>>
  readonly readPayment: (id: string, token: string) => Promise<Answer<Payment>>
  readonly updateSubscription: (
    request: SubscriptionRequestBody,
    attempt: AttemptCredentials,
  ) => Promise<Answer<Subscription>>
}

const readTimeoutMs = 15_000

/** Reads one session from `server` (an origin, optionally with a path). */
export const createCheckoutReader = (server: string, sessionId: string): CheckoutReader => ({
  readCheckout: (locale, languages) =>
    sendRequest(
      `${server}/checkout/${encodeURIComponent(sessionId)}${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`,
      // A header that needs no CORS preflight. The server uses these languages if the session has no locale.
      { headers: { 'Accept-Language': languages.join(',') } },
    ),
})

/** Sends a request to `url`, with a time-out of `timeoutMs`. */
export const sendRequest = async <Value>(
  url: string,
  init: RequestInit,
  timeoutMs = readTimeoutMs,
): Promise<Answer<Value>> => {
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await response.json()
    if (response.ok) return { kind: 'ok', value: body as Value }
    const { code, message, request_id, details } = body.error
    // After a 5xx, or while the same attempt is still running, the outcome is unknown.
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
