import type { PaymentMethod, SavedMethod } from '@billing-checkout/contract'
import { maskEmail } from '../redaction/mask-email.ts'
import type { PaymentMethodRow } from '../../store/rows.ts'

/** The columns of a payment method that are shown. */
export const shownMethodColumns = [
  'id',
  'type',
  'details',
  'billingAddress',
] as const satisfies readonly (keyof PaymentMethodRow)[]

/** A payment method as the interface shows it. */
export const presentPaymentMethod = (
  method: Pick<PaymentMethodRow, (typeof shownMethodColumns)[number]>,
): PaymentMethod =>
  // The cast is safe: the row stores `details` in the wire form of its `type`, and both are always written together.
  ({
    id: method.id,
    type: method.type,
    details: method.details,
    billing_address: method.billingAddress,
  }) as PaymentMethod

/** A stored method as a shopper's page may see it: just enough for the shopper to recognize it. */
export const presentSavedMethod = ({
  id,
  type,
  details,
}: Pick<PaymentMethod, 'id' | 'type' | 'details'>): SavedMethod => {
  const card = 'last4' in details ? details : null
  return {
    id,
    type,
    brand: card?.bin_data.brand ?? null,
    last4: card?.last4 ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    label: labelOf(details),
  }
}

const labelOf = (details: PaymentMethod['details']): string | null => {
  if ('payer_info' in details) return maskEmail(details.payer_info.email)
  if ('username' in details) return details.username
  return 'cashtag' in details ? details.cashtag : null
}
