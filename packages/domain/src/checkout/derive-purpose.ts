import type { CheckoutPurpose, PlanType, SubscriptionStatus } from '@billing-checkout/contract'

/** The facts about a session that decide its purpose. */
export interface PurposeInput {
  readonly hasCustomer: boolean
  readonly plan: { readonly id: string; readonly type: PlanType } | null
  /** The quantity that the session names, if any. */
  readonly quantity?: number | null | undefined
  readonly subscription: {
    readonly planId: string
    readonly quantity: number
    readonly status: SubscriptionStatus
  } | null
}

/** A session's purpose; null if the session still lacks members, which `missing` names. */
export type PurposeResult =
  | { readonly purpose: CheckoutPurpose }
  | { readonly purpose: null; readonly missing: readonly string[] }

/** Derives a session's purpose from its customer, plan and subscription. */
export const derivePurpose = ({ hasCustomer, plan, quantity, subscription }: PurposeInput): PurposeResult => {
  if (subscription !== null) {
    const changesPlan =
      plan !== null &&
      (plan.id !== subscription.planId || (quantity ?? subscription.quantity) !== subscription.quantity)
    return { purpose: changesPlan ? 'change_plan' : purposeByStatus[subscription.status] }
  }
  const missing = [
    ...(hasCustomer ? [] : ['customer.id, customer.external_id or customer.email']),
    ...(plan === null ? ['plan.id or subscription.id'] : []),
  ]
  if (plan === null || missing.length > 0) return { purpose: null, missing }
  return { purpose: plan.type === 'recurring' ? 'subscribe' : 'pay' }
}

const purposeByStatus = {
  past_due: 'recover',
  cancelled: 'recover',
  scheduled_for_cancellation: 'resume',
  trial: 'update_method',
  active: 'update_method',
} as const satisfies Record<SubscriptionStatus, CheckoutPurpose>
