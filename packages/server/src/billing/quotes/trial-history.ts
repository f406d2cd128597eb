import { sql } from 'kysely'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/** Who asks for a trial: a known customer, or only an e-mail address. */
export interface TrialSeeker {
  readonly customerId: string | null
  readonly email: string | null
  readonly planId: string
}

/**
 * Whether this customer, or anyone with this e-mail address, has had the plan's trial before: a subscription was opened with it,
 * whatever happened to it since.
 */
export const hadTrial = async (
  db: OrganizationDatabase,
  { customerId, email, planId }: TrialSeeker,
): Promise<boolean> => {
  if (customerId === null && email === null) return false
  const found = await trialsOf(db, planId)
    .innerJoin('customers', (join) => join.onRef('customers.id', '=', 'opening.customerId'))
    .where((either) =>
      either.or([
        ...(customerId === null ? [] : [either('customers.id', '=', customerId)]),
        ...(email === null ? [] : [either('customers.normalizedEmail', '=', email.toLowerCase())]),
      ]),
    )
    .select('opening.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a card has paid for, or verified, this plan's trial before, whoever held it. */
export const cardHadTrial = async (db: OrganizationDatabase, fingerprint: string, planId: string): Promise<boolean> => {
  const found = await trialsOf(db, planId)
    .innerJoin('payments', (join) => join.onRef('payments.subscriptionId', '=', 'opening.subscriptionId'))
    .where('payments.fingerprint', '=', fingerprint)
    .where('payments.planId', '=', planId)
    .select('payments.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The id of the unfinished payment by which a card is about to open this plan's trial, or null. */
export const findTrialOnTheWay = async (
  db: OrganizationDatabase,
  fingerprint: string,
  planId: string,
): Promise<string | null> => {
  const unfinished = await openingsOf(db, planId)
    .where('opening.fingerprint', '=', fingerprint)
    .where('opening.paymentStatus', '=', 'PENDING')
    .select('opening.id')
    .limit(1)
    .executeTakeFirst()
  return unfinished?.id ?? null
}

/**
 * A query for the payments that opened a subscription with the trial of a plan, even if the subscription has left both trial and
 * plan since.
 */
const trialsOf = (db: OrganizationDatabase, planId: string) =>
  openingsOf(db, planId).where('opening.subscriptionId', 'is not', null)

/** A query for the payments that were made to open the trial of a plan, whatever their outcome. */
const openingsOf = (db: OrganizationDatabase, planId: string) =>
  db
    .selectFrom('payments as opening')
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'opening.claimId'))
    .where('opening.planId', '=', planId)
    .where('opening.purpose', '=', 'subscribe')
    .where(sql<boolean>`(claims.quote->>'withTrial')::boolean`)
