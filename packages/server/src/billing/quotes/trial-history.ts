import { foldText, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { compiledForOrganizations } from '../../store/queries/compiled-once.ts'
import { alternativePlanIdsOf, type GroupedPlan } from '../../store/entities/plans.ts'
import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'

/** A buyer and the plan whose trial is checked. The buyer is a known customer, or only an e-mail address. */
export interface TrialSeeker {
  readonly customerId: string | null
  readonly email: string | null
  readonly plan: GroupedPlan
}

/** The e-mail address that a buyer gave in the session, or else the customer's own. */
export const emailOfBuyer = (
  session: Pick<ClientSessionRow, 'members'> | null | undefined,
  customer: Pick<CustomerRow, 'email'> | undefined,
): string | null => session?.members.customer?.email ?? customer?.email ?? null

/**
 * Whether this customer, or anyone with this e-mail address now or at a purchase, has had the trial of the plan or an alternative. A trial
 * counts if it opened a subscription, even if that subscription has since ended.
 */
export const hadTrial = async (db: OrganizationDatabase, seeker: TrialSeeker): Promise<boolean> =>
  (await findTrials(db, seeker)).length > 0

/** The plans that share one trial: a plan and its alternatives, and the name of their group. */
export interface TrialPlans {
  readonly planIds: readonly string[]
  readonly group: string | null
}

/**
 * Loads the plans that share one trial with a plan: the plan itself and the others of its present group. A trial also counts if its plan
 * had this group when the trial began, because a payment stores its plan's group. Live subscriptions and unfinished payments are looked up
 * across all of these plans.
 */
export const loadTrialPlans = async (db: OrganizationDatabase, plan: GroupedPlan): Promise<TrialPlans> => ({
  planIds: await alternativePlanIdsOf(db, plan),
  group: plan.planGroup,
})

const findTrials = async (db: OrganizationDatabase, { customerId, email, plan }: TrialSeeker) => {
  const address = email === null ? undefined : foldText(email)
  if (customerId === null && address === undefined) return []
  const { planIds, group } = await loadTrialPlans(db, plan)
  if (address === undefined) return customerId === null ? [] : findTrialOfCustomer(db, planIds, group ?? '', customerId)
  return customerId === null
    ? findTrialOfEmail(db, planIds, group ?? '', address)
    : findTrialOfEither(db, planIds, group ?? '', customerId, address)
}

const findTrialOfCustomer = compiledForOrganizations(
  (db: OrganizationDatabase, planIds: readonly string[], group: string, customerId: string) =>
    trialsWithCustomers(db, planIds, group).where('customers.id', '=', customerId).limit(1),
)

const findTrialOfEmail = compiledForOrganizations(
  (db: OrganizationDatabase, planIds: readonly string[], group: string, email: string) =>
    trialsBoughtWith(db, planIds, group, email)
      .unionAll(trialsWithCustomers(db, planIds, group).where('customers.foldedEmail', '=', email))
      .limit(1),
)

const findTrialOfEither = compiledForOrganizations(
  (db: OrganizationDatabase, planIds: readonly string[], group: string, customerId: string, email: string) =>
    trialsBoughtWith(db, planIds, group, email)
      .unionAll(
        trialsWithCustomers(db, planIds, group).where((either) =>
          either.or([either('customers.id', '=', customerId), either('customers.foldedEmail', '=', email)]),
        ),
      )
      .limit(1),
)

/**
 * Finds trials by the e-mail address that was given with the purchase. The callers join this query and `trialsWithCustomers` in a union, so
 * that each can use its own index.
 */
const trialsBoughtWith = (db: OrganizationDatabase, planIds: readonly string[], group: string, email: string) =>
  trialsOf(db, planIds, group).where('opening.foldedEmail', '=', email).select('opening.id')

const trialsWithCustomers = (db: OrganizationDatabase, planIds: readonly string[], group: string) =>
  trialsOf(db, planIds, group)
    .innerJoin('customers', (join) => join.onRef('customers.id', '=', 'opening.customerId'))
    .select('opening.id')

/** Whether a card with this fingerprint, of any customer, has paid for a trial of these plans, or was verified for one. */
export const cardHadTrial = async (
  db: OrganizationDatabase,
  fingerprint: string,
  { planIds, group }: TrialPlans,
): Promise<boolean> => {
  const found = await trialsOf(db, planIds, group ?? '')
    .innerJoin('payments', (join) => join.onRef('payments.subscriptionId', '=', 'opening.subscriptionId'))
    .where('payments.fingerprint', '=', fingerprint)
    .where((either) =>
      either.or([either('payments.planId', '=', oneOf(planIds)), either('payments.planGroup', '=', group ?? '')]),
    )
    .select('payments.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a trial of these plans was started without a payment method, from the network address with this hash, since a time. */
export const networkAddressHadTrial = async (
  db: OrganizationDatabase,
  { addressHash, since }: { readonly addressHash: string; readonly since: Timestamp },
  { planIds, group }: TrialPlans,
): Promise<boolean> => {
  const found = await trialsOf(db, planIds, group ?? '')
    .where('opening.addressHash', '=', addressHash)
    .where('opening.createdAt', '>', since)
    .where('opening.paymentMethod', 'is', null)
    .select('opening.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The id of an unfinished payment with this card that would open a trial of these plans, or null. */
export const findTrialInFlight = async (
  db: OrganizationDatabase,
  fingerprint: string,
  { planIds, group }: TrialPlans,
): Promise<string | null> => {
  const unfinished = await openingsOf(db, planIds, group ?? '')
    .where('opening.fingerprint', '=', fingerprint)
    .where('opening.paymentStatus', '=', 'PENDING')
    .select('opening.id')
    .limit(1)
    .executeTakeFirst()
  return unfinished?.id ?? null
}

/**
 * A query for the payments that opened a subscription with a trial of these plans, even if the subscription has since left trial and plan.
 */
const trialsOf = (db: OrganizationDatabase, planIds: readonly string[], group: string) =>
  openingsOf(db, planIds, group).where('opening.subscriptionId', 'is not', null)

/**
 * A query for the payments that were meant to open a trial of these plans, whatever their outcome. The group '' means no group, because no
 * group has that name.
 */
const openingsOf = (db: OrganizationDatabase, planIds: readonly string[], group: string) =>
  db
    .selectFrom('payments as opening')
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'opening.claimId'))
    .where((either) =>
      either.or([either('opening.planId', '=', oneOf(planIds)), either('opening.planGroup', '=', group)]),
    )
    .where('opening.purpose', '=', 'subscribe')
    .where(sql<boolean>`(claims.quote->>'withTrial')::boolean`)
