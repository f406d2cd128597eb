import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { AttemptRow } from '../../store/rows.ts'

/**
 * The call by which a payment was charged. Its money is only captured, settled and refunded over the same connection, under
 * references that are derived from this one: a payment that is recorded again after the database lost it has another id, but the
 * same reference. Where the first call certainly did nothing and was handed on to another connection, it is the second.
 */
export type Charge = Pick<AttemptRow, 'connection' | 'processorKey'>

/** Finds the call by which a payment was charged. */
export const findCharge = (db: OrganizationDatabase, paymentId: string): Promise<Charge> =>
  chargeOf(db, paymentId).select(['connection', 'processorKey']).executeTakeFirstOrThrow()

/** The same with everything that a query to its processor needs. */
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
