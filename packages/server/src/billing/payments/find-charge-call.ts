import { required } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { AttemptRow, PaymentRow } from '../../store/rows.ts'

/**
 * The call by which a payment was charged. The payment's money is captured, settled and refunded only over the same connection, under
 * references derived from this call's reference. These references do not contain the payment's id, because a payment that is recorded again
 * after the database lost it has another id. If the charge was handed on to another connection, because the first call certainly did
 * nothing, this is the call over the other connection.
 */
export type ChargeCall = Pick<AttemptRow, 'connection' | 'processorKey'>

/** Finds the call by which a payment was charged. */
export const findChargeCall = (db: OrganizationDatabase, paymentId: string): Promise<ChargeCall> =>
  chargeOf(db, paymentId).select(['connection', 'processorKey']).executeTakeFirstOrThrow()

/** Finds the call by which a payment was charged, with everything that a query to its processor needs. */
export const findChargeToQuery = (
  db: OrganizationDatabase,
  paymentId: string,
): Promise<ChargeCall & Pick<AttemptRow, 'kind' | 'preparedId' | 'request'>> =>
  chargeOf(db, paymentId)
    .select(['kind', 'processorKey', 'connection', 'preparedId', 'request'])
    .executeTakeFirstOrThrow()

const chargeOf = (db: OrganizationDatabase, paymentId: string) =>
  db
    .selectFrom('attempts')
    .where('paymentId', '=', paymentId)
    .where('kind', 'in', ['authorize', 'verify'])
    .where('handedOnTo', 'is', null)

/** The processor's id of the transaction that authorized or charged a payment. */
export const transactionIdOfPayment = ({ id, paymentDetails }: Pick<PaymentRow, 'id' | 'paymentDetails'>): string =>
  required(paymentDetails?.processor_transaction_id, 'transaction of payment', id)
