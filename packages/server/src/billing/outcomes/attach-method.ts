import type { PaymentMethod } from '@billing-checkout/contract'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentMethodRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/** A method that a processor has stored for later charges. */
export interface TokenizedMethod {
  readonly customerId: string
  readonly method: PaymentMethod
  /** The processor that stores it, and under which token. */
  readonly connection: string
  readonly token: string
  readonly fingerprint: string | null
  /** The payment by which it was stored, as the card network and 3-D Secure identify it. */
  readonly networkPaymentId: string | null
  readonly authenticationId: string | null
}

/**
 * Stores a method with its customer. A card that the customer has already, `sameCard`, is updated instead of listed twice; the caller holds
 * the locks of the customer and of that method.
 */
export const attachMethod = (work: Write, tokenized: TokenizedMethod, sameCard?: PaymentMethodRow): PaymentMethod => {
  const columns = {
    // The same card may have been typed once and come out of a wallet now.
    type: tokenized.method.type,
    details: JSON.stringify(tokenized.method.details),
    billingAddress: tokenized.method.billing_address && JSON.stringify(tokenized.method.billing_address),
    connection: tokenized.connection,
    processorToken: tokenized.token,
    networkPaymentId: tokenized.networkPaymentId,
    authenticationId: tokenized.authenticationId,
  }
  if (sameCard !== undefined) {
    // Its former copy, if it was in our vault; the new one has another id.
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
