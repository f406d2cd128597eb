import type { Checkout, Payment, Subscription } from '@billing-checkout/contract'
import type { CardBrand } from '../../card-frame/brands/card-brands.ts'
import type { Phase } from './phase.ts'
import type { WalletKind } from '../requests/transport.ts'

const travelling = { bubbles: true, composed: true } as const

/**
 * `billing-ready`: the first view is drawn. Dispatched once per session, before any other event; the page can remove
 * its own loading indicator.
 */
export class BillingReadyEvent extends Event {
  /** The session's purpose, such as `pay` or `subscribe`; null if unknown. */
  readonly purpose: Checkout['purpose']
  /** What is shown: `ready` if the shopper can pay, or `paid`, `checking`, `expired` and so on. */
  readonly phase: Phase

  constructor(purpose: Checkout['purpose'], phase: Phase) {
    super('billing-ready', travelling)
    this.purpose = purpose
    this.phase = phase
  }
}

/** `billing-change`: the chosen method, the card's brand or its completeness has changed. Contains nothing that the shopper typed. */
export class BillingChangeEvent extends Event {
  /** Whether the payment method is complete: a saved method or a wallet is chosen, or the new card has no errors. */
  readonly complete: boolean
  /** The brand of the card being typed; null if not recognized yet. */
  readonly brand: CardBrand | null
  /** The id of the chosen saved method; null for a new card or a wallet. */
  readonly savedMethod: string | null
  /** The chosen wallet, such as `PAYPAL`; null for a card or a saved method. */
  readonly wallet: WalletKind | null

  constructor(complete: boolean, brand: CardBrand | null, savedMethod: string | null, wallet: WalletKind | null) {
    super('billing-change', travelling)
    this.complete = complete
    this.brand = brand
    this.savedMethod = savedMethod
    this.wallet = wallet
  }
}

/** `billing-focus`: the card form got the focus. Contains nothing that the shopper typed. */
export class BillingFocusEvent extends Event {
  constructor() {
    super('billing-focus', travelling)
  }
}

/** `billing-blur`: the card form lost the focus. Contains nothing that the shopper typed. */
export class BillingBlurEvent extends Event {
  constructor() {
    super('billing-blur', travelling)
  }
}

/** The outcome of a session. */
class OutcomeEvent extends Event {
  /** The id of the event's client session. It differs from the element's if the page has set another session during a payment. */
  readonly sessionId: string

  constructor(type: string, sessionId: string, cancelable = false) {
    super(type, { ...travelling, cancelable })
    this.sessionId = sessionId
  }
}

/** `billing-paid`: the payment is certain. Use it to move the shopper on; fulfil orders by the server's events, never by this one. */
export class BillingPaidEvent extends OutcomeEvent {
  /** Null if nothing was charged (a subscription was resumed, or a plan changed without a charge). */
  readonly payment: Payment | null
  /** Null if nothing recurs. */
  readonly subscription: Subscription | null

  constructor(sessionId: string, payment: Payment | null, subscription: Subscription | null) {
    super('billing-paid', sessionId)
    this.payment = payment
    this.subscription = subscription
  }
}

/** `billing-declined`: a payment was made and declined, and nothing was charged. The element already tells the shopper what to do. */
export class BillingDeclinedEvent extends OutcomeEvent {
  /** The payment, with the reason in `status_reason`. */
  readonly payment: Payment

  constructor(sessionId: string, payment: Payment) {
    super('billing-declined', sessionId)
    this.payment = payment
  }
}

/** The service's refusal. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly request_id: string | null
}

/** `billing-refused`: the service refused before it made a payment, and nothing was charged. The element already tells the shopper. */
export class BillingRefusedEvent extends OutcomeEvent {
  /** A permanent error code of the service, such as `amount_changed` or `too_many_attempts`. */
  readonly code: string
  /** The service's message, in English, for developers. */
  readonly message: string
  /** Identifies the request in the service's logs; null if there was no request. */
  readonly request_id: string | null
  /** Whether every later attempt at this session would be refused; the button is then disabled. */
  readonly final: boolean

  constructor(sessionId: string, { code, message, request_id }: Refusal, final: boolean) {
    super('billing-refused', sessionId)
    this.code = code
    this.message = message
    this.request_id = request_id
    this.final = final
  }
}

/** `billing-expired`: the session has expired. Cancelable: a page that sets a new session id by itself can prevent the notice. */
export class BillingExpiredEvent extends OutcomeEvent {
  constructor(sessionId: string) {
    super('billing-expired', sessionId, true)
  }
}

/** `billing-error`: the checkout cannot be shown, its card form is lost, or the service cannot be reached; nothing was charged. */
export class BillingErrorEvent extends OutcomeEvent {
  /**
   * `insecure_context`, `invalid_server`, `no_session`, `unsupported_browser`, `network`, `frame_unavailable`, `part_unavailable`, or a
   * permanent code of the service such as `not_found`.
   */
  readonly code: string
  /** What is wrong, in English, for developers. */
  readonly message: string
  /** Identifies the request in the service's logs; null if no request was answered. */
  readonly request_id: string | null

  constructor(sessionId: string, code: string, message: string, requestId: string | null) {
    super('billing-error', sessionId)
    this.code = code
    this.message = message
    this.request_id = requestId
  }
}

/** The element's events by name, for typed listeners. */
export interface BillingCheckoutEventMap {
  'billing-ready': BillingReadyEvent
  'billing-change': BillingChangeEvent
  'billing-focus': BillingFocusEvent
  'billing-blur': BillingBlurEvent
  'billing-paid': BillingPaidEvent
  'billing-declined': BillingDeclinedEvent
  'billing-refused': BillingRefusedEvent
  'billing-expired': BillingExpiredEvent
  'billing-error': BillingErrorEvent
}
