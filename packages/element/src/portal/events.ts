import type { PortalPhase } from './state/portal-phase.ts'

const travelling = { bubbles: true, composed: true } as const

/** What a customer has changed. */
export type PortalChange =
  | 'cancel'
  | 'resume'
  | 'change_plan'
  | 'undo_change'
  | 'update_method'
  | 'choose_method'
  | 'remove_method'
  | 'recover'
  | 'details'

/**
 * `billing-portal-ready`: the first view is drawn; the page can remove its own loading indicator. Dispatched once each
 * time the portal is opened, not when a new token continues it.
 */
export class BillingPortalReadyEvent extends Event {
  /** `ready` if the account is shown, else another phase than `loading`, such as `unavailable` or `expired`. */
  readonly phase: PortalPhase

  constructor(phase: PortalPhase) {
    super('billing-portal-ready', travelling)
    this.phase = phase
  }
}

/**
 * `billing-portal-change`: the customer has changed something, and the server has confirmed it. Read the subscription
 * again at your backend; never grant or revoke access by this event.
 */
export class BillingPortalChangeEvent extends Event {
  /** What was done, such as `cancel` or `change_plan`. */
  readonly what: PortalChange
  /** The id of the subscription that was changed; null if the change concerns the customer. */
  readonly subscriptionId: string | null

  constructor(what: PortalChange, subscriptionId: string | null) {
    super('billing-portal-change', travelling)
    this.what = what
    this.subscriptionId = subscriptionId
  }
}

/**
 * `billing-portal-expired`: the session is over. Set a new `client-token` to continue with what the customer has typed.
 * If you call `preventDefault()`, the customer does not notice.
 */
export class BillingPortalExpiredEvent extends Event {
  constructor() {
    super('billing-portal-expired', { ...travelling, cancelable: true })
  }
}

/** `billing-portal-sign-out`: the customer has signed out, and the session has ended. */
export class BillingPortalSignOutEvent extends Event {
  constructor() {
    super('billing-portal-sign-out', travelling)
  }
}

/**
 * `billing-portal-error`: the portal cannot be shown, or a change was refused. If the code is `network`, it is unknown
 * whether the change was made.
 */
export class BillingPortalErrorEvent extends Event {
  /** `network`, or a permanent code of the service such as `origin_not_allowed`. */
  readonly code: string
  /** What is wrong, in English, for developers. */
  readonly message: string
  /** Identifies the request in the service's logs; null if no request was answered. */
  readonly request_id: string | null

  constructor(code: string, message: string, requestId: string | null) {
    super('billing-portal-error', travelling)
    this.code = code
    this.message = message
    this.request_id = requestId
  }
}

/** The portal's events by name, for typed listeners. */
export interface BillingPortalEventMap {
  'billing-portal-ready': BillingPortalReadyEvent
  'billing-portal-change': BillingPortalChangeEvent
  'billing-portal-expired': BillingPortalExpiredEvent
  'billing-portal-sign-out': BillingPortalSignOutEvent
  'billing-portal-error': BillingPortalErrorEvent
}
