import type { Timestamp } from '@billing-checkout/domain'
import type { PaymentLinkRow } from '../../store/rows.ts'

/** What decides whether a payment link sells anything. */
export type LinkLimits = Pick<PaymentLinkRow, 'active' | 'maxUses' | 'uses' | 'expiresAt'>

/** Whether a payment link sells nothing at a moment of the billing clock: it is inactive, expired or used up. */
export const isPaymentLinkUnusable = ({ active, maxUses, uses, expiresAt }: LinkLimits, now: Timestamp): boolean =>
  !active || (expiresAt !== null && now >= expiresAt) || (maxUses !== null && uses >= maxUses)
