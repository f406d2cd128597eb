import type { PaymentMethod } from '@billing-checkout/contract'
import { presentPaymentMethod } from '../../presenters/present-payment-method.ts'
import { recordEvent } from '../../store/record-event.ts'
import type { Write } from '../../store/write.ts'

/** A method that a processor has stored for later charges. */
export interface KeptMethod {
  readonly customerId: string
  readonly method: PaymentMethod
  /** The processor that stores it, and under which token. */
  readonly processor: string
  readonly connection: string
  readonly token: string
  readonly fingerprint: string | null
  /** The payment by which it was stored, as the card network and 3-D Secure identify it. */
  readonly networkPaymentId: string | null
  readonly authenticationId: string | null
}

/** Stores a method with its customer. A card that the customer has already is updated instead of listed twice. */
export const attachMethod = async (work: Write, kept: KeptMethod): Promise<PaymentMethod> => {
  const { db, now } = work
  const columns = {
    details: JSON.stringify(kept.method.details),
    billingAddress: kept.method.billing_address && JSON.stringify(kept.method.billing_address),
    processor: kept.processor,
    connection: kept.connection,
    processorToken: kept.token,
    networkPaymentId: kept.networkPaymentId,
    authenticationId: kept.authenticationId,
  }
  await forgetFormerCard(work, kept)
  const known =
    kept.fingerprint === null
      ? undefined
      : await db
          .updateTable('paymentMethods')
          .set(columns)
          .where('fingerprint', '=', kept.fingerprint)
          .where('customerId', '=', kept.customerId)
          .where('detachedAt', 'is', null)
          .returningAll()
          .executeTakeFirst()
  if (known !== undefined) return presentPaymentMethod(known)
  await db
    .insertInto('paymentMethods')
    .values({
      id: kept.method.id,
      customerId: kept.customerId,
      type: kept.method.type,
      ...columns,
      fingerprint: kept.fingerprint,
      createdAt: now,
      detachedAt: null,
    })
    .execute()
  recordEvent(work, 'payment_method.attached', kept.method)
  return kept.method
}

/** Deletes the former copy of a card from the vault when a new one takes its place. */
const forgetFormerCard = async ({ db }: Write, { fingerprint, customerId }: KeptMethod) => {
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
