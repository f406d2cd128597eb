import type { PaymentMethod } from '@billing-checkout/contract'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentMethodRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/** A method that a processor has stored for later charges. */
export interface TokenizedMethod {
  readonly customerId: string
  readonly method: PaymentMethod
  /** The connection to the processor that stores the method, and the processor's token for the method. */
  readonly connection: string
  readonly token: string
  readonly fingerprint: string | null
  /** The identifiers that the card network and 3-D Secure gave to the payment which stored the method. */
  readonly networkPaymentId: string | null
  readonly authenticationId: string | null
}

/**
 * Stores a method with its customer. If the customer already has the same card, its row `sameCard` is updated, so that the card is not
 * listed twice. The caller has locked the customer and that row.
 */
export const attachMethod = (work: Write, tokenized: TokenizedMethod, sameCard?: PaymentMethodRow): PaymentMethod => {
  const columns = {
    // The same card may have been typed before and come from a wallet now, so update its type and details.
    type: tokenized.method.type,
    details: JSON.stringify(tokenized.method.details),
    billingAddress: tokenized.method.billing_address && JSON.stringify(tokenized.method.billing_address),
    connection: tokenized.connection,
    processorToken: tokenized.token,
    networkPaymentId: tokenized.networkPaymentId,
    authenticationId: tokenized.authenticationId,
  }
  if (sameCard !== undefined) {
    // Delete the former copy of the card in our vault, if it had one. The new copy has another id.
    work.send(work.db.deleteFrom('vaultedCards').where('id', '=', sameCard.processorToken))
    work.update('paymentMethods', { id: sameCard.id }, columns)
    return { ...tokenized.method, id: sameCard.id }
  }
  work.insert('paymentMethods', {
    id: tokenized.method.id,
    customerId: tokenized.customerId,
    ...columns,
    fingerprint: tokenized.fingerprint,
    createdAt: work.now,
    detachedAt: null,
  })
  recordEvent(work, 'payment_method.attached', tokenized.method)
  return tokenized.method
}
