import type { Portal } from '@billing-checkout/contract'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'
import type { MessageValues } from '../../messages/compiled-message.ts'
import type { PortalPhase } from './portal-phase.ts'

/** A subscription, a method or a payment as the portal shows it. */
export type PortalSubscription = Portal['subscriptions'][number]
/** A payment as the portal shows it. */
export type PortalPayment = Portal['payments'][number]

/**
 * Whether another method may be stored for a subscription, or chosen for it, without a charge. What is overdue is paid by “Pay now”, which
 * says the amount.
 */
export const takesMethodWithoutCharge = ({ status }: PortalSubscription): boolean =>
  status === 'active' || status === 'trial'

/** What a checkout inside the portal is for. */
export type CheckoutTask = 'change_plan' | 'update_method' | 'recover'

/** The plan that a subscription is to change to, or its own plan in another quantity. */
export interface WantedPlan {
  readonly id: string
  readonly quantity?: number
}

/** What the customer is about to do; one thing at a time. */
export type Task =
  | { readonly kind: 'cancel' | 'plans' | 'quantity'; readonly id: string }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'details' | 'email' }
  | {
      readonly kind: 'checkout'
      readonly id: string
      readonly purpose: CheckoutTask
      readonly session: string
      readonly isDone: boolean
    }

/** Where a message stands: at a subscription's id, or in a section. */
export type Place = string

/** A message about what was done, or why it was not. */
export interface PortalNotice {
  readonly tone: 'success' | 'danger'
  readonly place: Place
  readonly key: MessageKey
  readonly values?: MessageValues
}

/** Everything that the views are drawn from, besides the texts. */
export interface PortalState {
  readonly phase: PortalPhase
  readonly portal: Portal | null
  readonly task: Task | null
  readonly notice: PortalNotice | null
  /** Where something is under way. */
  readonly busy: Place | null
  /** The members of the last request that the service did not accept, such as `address.country`. */
  readonly faults: readonly string[]
}
