import type { Portal } from '@billing-checkout/contract'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'
import type { MessageValues } from '../../messages/compiled-message.ts'
import type { PortalPhase } from './portal-phase.ts'

/** A subscription as the portal shows it. */
export type PortalSubscription = Portal['subscriptions'][number]
/** A payment as the portal shows it. */
export type PortalPayment = Portal['payments'][number]

/**
 * Whether the customer can store or choose another method for a subscription without a charge. Not for a past-due subscription: the
 * customer pays it by “Pay now”, which states the amount.
 */
export const takesMethodWithoutCharge = ({ status }: PortalSubscription): boolean =>
  status === 'active' || status === 'trial'

/** Whether a subscription is charged for further periods, unless it ends on a requested date. */
export const isRenewing = ({ status }: PortalSubscription): boolean =>
  status === 'active' || status === 'trial' || status === 'past_due'

/** The purpose of a checkout inside the portal. */
export type PortalCheckoutPurpose = 'change_plan' | 'update_method' | 'recover'

/** The plan that a subscription will change to; or its present plan in another quantity. */
export interface WantedPlan {
  readonly id: string
  readonly quantity?: number
}

/** The customer's present task; there is at most one. */
export type PortalTask =
  | { readonly kind: 'cancel' | 'plans' | 'quantity'; readonly id: string }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'details' | 'email' }
  | {
      readonly kind: 'checkout'
      readonly id: string
      readonly purpose: PortalCheckoutPurpose
      readonly session: string
      readonly isDone: boolean
    }

/** Where a message is shown: a subscription's id, or the name of a section. */
export type NoticePlace = string

/** A message about a change that was made or that failed. */
export interface PortalNotice {
  readonly tone: 'success' | 'danger'
  readonly place: NoticePlace
  readonly key: MessageKey
  readonly values?: MessageValues
}

/** Everything that the views need, except the texts. */
export interface PortalState {
  readonly phase: PortalPhase
  readonly portal: Portal | null
  readonly task: PortalTask | null
  readonly notice: PortalNotice | null
  /** The place of the change in progress; null if there is none. */
  readonly busy: NoticePlace | null
  /** The members that the service rejected in the last request, such as `address.country`. */
  readonly faults: readonly string[]
}
