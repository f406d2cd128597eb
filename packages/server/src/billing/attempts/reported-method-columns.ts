import { paymentMethod } from '@billing-checkout/contract'
import { fingerprintWallet } from '../../processors/cards/fingerprint-card.ts'
import type { LearntMethod } from '../../processors/processor.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { AttemptNotes } from '../../store/schema/attempts.ts'
import type { Billing } from '../billing.ts'

/**
 * The payment's columns for details of its wallet or account that the processor reports. If the details do not have the shape of the
 * method's type, they are ignored, with a warning in the log. Before the first charge of a wallet or account, the server knows only its
 * type. So rules about cards, and the limit of one trial per card, cannot apply to that charge.
 */
export const reportedMethodColumns = (
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
