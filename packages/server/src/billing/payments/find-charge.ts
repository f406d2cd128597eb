import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { AttemptRow } from '../../store/rows.ts'

/**
 * The call by which a payment was charged. Its money is captured, settled and refunded only over the same connection, under references
 * derived from this call's reference: a payment that is recorded again after the database lost it has another id, but the same reference.
 * If a first call certainly did nothing and the charge was handed on to another connection, this is the second call.
 */
export type Charge = Pick<AttemptRow, 'connection' | 'processorKey'>

/** Finds the call by which a payment was charged. */
export const findCharge = (db: OrganizationDatabase, paymentId: string): Promise<Charge> =>
  chargeOf(db, paymentId).select(['connection', 'processorKey']).executeTakeFirstOrThrow()

/** The same call, with everything that a query to its processor needs. */
export const findChargeToAskAbout = (
  db: OrganizationDatabase,
  paymentId: string,
): Promise<Charge & Pick<AttemptRow, 'kind' | 'preparedId' | 'request'>> =>
  chargeOf(db, paymentId)
    .select(['kind', 'processorKey', 'connection', 'preparedId', 'request'])
    .executeTakeFirstOrThrow()

const chargeOf = (db: OrganizationDatabase, paymentId: string) =>
  db
    .selectFrom('attempts')
    .where('paymentId', '=', paymentId)
    .where('kind', 'in', ['authorize', 'verify'])
    .where('handedOnTo', 'is', null)
