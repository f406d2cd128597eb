import type { Checkout, Payment, Subscription } from '@billing-checkout/contract'
import type { CardBrand } from './card-frame/card-brands.ts'
import type { WalletKind } from './wallets/wallet-kinds.ts'

const travelling = { bubbles: true, composed: true } as const

/** `billing-ready`: the summary is shown and the shopper can pay. Once per session; a host may take its own loader away. */
export class BillingReadyEvent extends Event {
  /** What the session is for, such as `pay` or `subscribe`. */
  readonly purpose: Checkout['purpose']

  constructor(purpose: Checkout['purpose']) {
    super('billing-ready', travelling)
    this.purpose = purpose
  }
}

/** `billing-change`: the chosen method, the card's brand or its completeness changed. Nothing the shopper typed is in it. */
export class BillingChangeEvent extends Event {
  /** Whether `submit()` would go through without a fault of the form. */
  readonly complete: boolean
  /** Brand of the card that is being typed, as far as it shows. */
  readonly brand: CardBrand | null
  /** Id of the chosen saved method, or null for a new card or a wallet. */
  readonly savedMethod: string | null
  /** The chosen wallet, such as `PAYPAL`, or null for a card. */
  readonly wallet: WalletKind | null

  constructor(complete: boolean, brand: CardBrand | null, savedMethod: string | null, wallet: WalletKind | null) {
    super('billing-change', travelling)
    this.complete = complete
    this.brand = brand
    this.savedMethod = savedMethod
    this.wallet = wallet
  }
}

/** `billing-paid`: done, for sure. For moving the shopper on; fulfil from the server's events, never from this. */
export class BillingPaidEvent extends Event {
  /** Null where nothing had to be paid (a resumed subscription, a plan changed without a charge). */
  readonly payment: Payment | null
  /** Null where what was paid for does not repeat. */
  readonly subscription: Subscription | null

  constructor(payment: Payment | null, subscription: Subscription | null) {
    super('billing-paid', travelling)
    this.payment = payment
    this.subscription = subscription
  }
}

/** `billing-declined`: the payment was declined and nothing charged; the element already tells the shopper what to do. */
export class BillingDeclinedEvent extends Event {
  /** With the reason in `status_reason`. */
  readonly payment: Payment

  constructor(payment: Payment) {
    super('billing-declined', travelling)
    this.payment = payment
  }
}

/** `billing-expired`: the session ran out. Cancelable: a host that sets a new session id by itself prevents the notice. */
export class BillingExpiredEvent extends Event {
  constructor() {
    super('billing-expired', { ...travelling, cancelable: true })
  }
}

/** `billing-error`: the checkout cannot be shown or go on. `code` is permanent: an error code of the service, or one below. */
export class BillingErrorEvent extends Event {
  /** `insecure_context`, `network`, `frame_unavailable`, or a code of the service such as `not_found`. */
  readonly code: string

  constructor(code: string) {
    super('billing-error', travelling)
    this.code = code
  }
}

/** The element's events by name, for typed listeners. */
export interface BillingCheckoutEventMap {
  'billing-ready': BillingReadyEvent
  'billing-change': BillingChangeEvent
  'billing-paid': BillingPaidEvent
  'billing-declined': BillingDeclinedEvent
  'billing-expired': BillingExpiredEvent
  'billing-error': BillingErrorEvent
}
