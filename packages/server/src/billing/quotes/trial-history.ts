import { foldText } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { compiledForOrganizations } from '../../store/queries/compiled-once.ts'
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
export const hadTrial = async (db: OrganizationDatabase, seeker: TrialSeeker): Promise<boolean> =>
  (await findTrials(db, seeker)).length > 0

const findTrials = async (db: OrganizationDatabase, { customerId, email, planId }: TrialSeeker) => {
  const address = email === null ? undefined : foldText(email)
  if (customerId === null) return address === undefined ? [] : findTrialOfEmail(db, planId, address)
  if (address === undefined) return findTrialOfCustomer(db, planId, customerId)
  return findTrialOfEither(db, planId, customerId, address)
}

const findTrialOfCustomer = compiledForOrganizations((db: OrganizationDatabase, planId: string, customerId: string) =>
  trialsWithCustomers(db, planId).where('customers.id', '=', customerId),
)

const findTrialOfEmail = compiledForOrganizations((db: OrganizationDatabase, planId: string, email: string) =>
  trialsWithCustomers(db, planId).where('customers.foldedEmail', '=', email),
)

const findTrialOfEither = compiledForOrganizations(
  (db: OrganizationDatabase, planId: string, customerId: string, email: string) =>
    trialsWithCustomers(db, planId).where((either) =>
      either.or([either('customers.id', '=', customerId), either('customers.foldedEmail', '=', email)]),
    ),
)

const trialsWithCustomers = (db: OrganizationDatabase, planId: string) =>
  trialsOf(db, planId)
    .innerJoin('customers', (join) => join.onRef('customers.id', '=', 'opening.customerId'))
    .select('opening.id')
    .limit(1)

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
