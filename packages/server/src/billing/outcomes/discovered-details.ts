import { paymentMethod } from '@billing-checkout/contract'
import { fingerprintWallet } from '../../processors/cards/fingerprint-card.ts'
import type { LearntMethod } from '../../processors/processor.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { AttemptNotes } from '../../store/schema/attempts.ts'
import type { Billing } from '../billing.ts'

/**
 * The columns of a payment with what the processor says about its wallet or account. A description that does not have the shape
 * of its kind is ignored and logged. Before the charge only the kind of a wallet or device token is known, so card rules and the one
 * trial per card do not see it on its first charge. Wallets get no 3-D Secure from us, because their holder approved there.
 */
export const discoveredDetails = (
  { fingerprintKey, logger }: Billing,
  { wallet }: AttemptNotes,
  { learnt }: { readonly learnt?: LearntMethod },
): Partial<Pick<PaymentRow, 'paymentMethod' | 'fingerprint'>> => {
  if (wallet === undefined || learnt === undefined) return {}
  const { id, type, billingAddress: billing_address } = wallet
  const read = paymentMethod.safeParse({ id, type, details: learnt.details, billing_address })
  if (!read.success) {
    logger.warn({ type }, 'the processor described a payment method in the shape of another kind')
    return {}
  }
  const { accountId } = learnt
  return {
    paymentMethod: read.data,
    fingerprint: accountId === null ? null : fingerprintWallet(type, accountId, fingerprintKey),
  }
}
