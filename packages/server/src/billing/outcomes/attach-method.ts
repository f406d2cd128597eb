import type { PaymentMethod } from '@billing-checkout/contract'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentMethodRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * The token under which a processor or our vault stores a method for later charges, and the ids of the payment to which later charges
 * refer.
 */
export interface MethodToken {
  /** The connection over which the method is charged, and the method's token. */
  readonly connection: string
  readonly token: string
  /** The identifiers that the card network and 3-D Secure gave to the payment which stored the method; null for none. */
  readonly networkPaymentId: string | null
  readonly authenticationId: string | null
}

/** A method that a processor or our vault has stored for later charges. */
interface TokenizedMethod extends MethodToken {
  readonly customerId: string
  readonly method: PaymentMethod
  readonly fingerprint: string | null
}

/**
 * Attaches the charged method to the customer and the payment, if the method is new and `token` says that it was stored for later charges.
 * Otherwise returns the payment unchanged. See {@link attachMethod}.
 */
export const attachChargedMethod = (
  work: Write,
  payment: PaymentRow,
  token: MethodToken | null,
  sameCard: PaymentMethodRow | undefined,
): PaymentRow => {
  const { paymentMethodId, paymentMethod: method, customerId, fingerprint } = payment
  if (paymentMethodId !== null || token === null || method === null) return payment
  const attached = attachMethod(work, { customerId, method, fingerprint, ...token }, sameCard)
  return updatePayment(work, payment, { paymentMethodId: attached.id, paymentMethod: attached })
}

/**
 * Stores a method with its customer. If the customer already has the same card, its row `sameCard` is updated, so that the card is not
 * listed twice. The caller has locked the customer and that row.
 */
export const attachMethod = (
  work: Write,
  { customerId, method, fingerprint, token, ...stored }: TokenizedMethod,
  sameCard?: PaymentMethodRow,
): PaymentMethod => {
  const { id, type, details, billing_address: billingAddress } = method
  const columns = {
    ...stored,
    // The same card may have been typed before and come from a wallet now, so update its type and details.
    type,
    details: JSON.stringify(details),
    billingAddress: billingAddress && JSON.stringify(billingAddress),
    processorToken: token,
  }
  if (sameCard !== undefined) {
    // Delete the former copy of the card in our vault, if there is one. The new copy has another id.
    work.send(work.db.deleteFrom('vaultedCards').where('id', '=', sameCard.processorToken))
    work.update('paymentMethods', { id: sameCard.id }, columns)
    return { ...method, id: sameCard.id }
  }
  work.insert('paymentMethods', { id, customerId, ...columns, fingerprint, createdAt: work.now, detachedAt: null })
  recordEvent(work, 'payment_method.attached', method)
  return method
}
