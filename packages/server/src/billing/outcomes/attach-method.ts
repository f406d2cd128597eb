import type { PaymentMethod } from '@billing-checkout/contract'
import { presentPaymentMethod } from '../../presenters/customers/present-payment-method.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Write } from '../../store/write.ts'

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

/** Stores a method with its customer. A card that the customer has already is updated instead of listed twice. */
export const attachMethod = async (work: Write, tokenized: TokenizedMethod): Promise<PaymentMethod> => {
  const { db, now } = work
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
  await forgetFormerCard(work, tokenized)
  const attached =
    tokenized.fingerprint === null
      ? undefined
      : await db
          .updateTable('paymentMethods')
          .set(columns)
          .where('fingerprint', '=', tokenized.fingerprint)
          .where('customerId', '=', tokenized.customerId)
          .where('detachedAt', 'is', null)
          .returningAll()
          .executeTakeFirst()
  if (attached !== undefined) return presentPaymentMethod(attached)
  await db
    .insertInto('paymentMethods')
    .values({
      id: tokenized.method.id,
      customerId: tokenized.customerId,
      ...columns,
      fingerprint: tokenized.fingerprint,
      createdAt: now,
      detachedAt: null,
    })
    .execute()
  recordEvent(work, 'payment_method.attached', tokenized.method)
  return tokenized.method
}

/** Deletes the former copy of a card from the vault when a new one takes its place. */
const forgetFormerCard = async ({ db }: Write, { fingerprint, customerId }: TokenizedMethod) => {
  if (fingerprint === null) return
  await db
    .deleteFrom('vaultedCards')
    .where('id', 'in', (former) =>
      former
        .selectFrom('paymentMethods')
        .select('processorToken')
        .where('fingerprint', '=', fingerprint)
        .where('customerId', '=', customerId)
        .where('detachedAt', 'is', null),
    )
    .execute()
}
