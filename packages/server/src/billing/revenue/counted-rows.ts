import type { TaxRule } from '@billing-checkout/domain'
import { type Selectable, sql } from 'kysely'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import type { CountedSubscriptionTable, RevenueDayTable } from '../../store/schema/revenue.ts'

/** A subscription's monthly revenue as it was last counted. */
export type CountedRow = Omit<Selectable<CountedSubscriptionTable>, 'organizationId'>

/** How one cause changed the recurring revenue on a day. */
export type RevenueDayRow = Omit<Selectable<RevenueDayTable>, 'organizationId'>

/** Loads subscriptions as they were last counted. */
export const loadCounted: (db: OrganizationDatabase, ids: readonly string[]) => Promise<readonly CountedRow[]> =
  compiledForIds((db: OrganizationDatabase, ids) =>
    db
      .selectFrom('countedSubscriptions')
      .select(['subscriptionId', 'status', 'currencyCode', 'amount', 'usdPerUnit', 'amountUsd'])
      .where('subscriptionId', '=', ids),
  )

const taxRulesOf = compiledForIds((db: OrganizationDatabase, ids) =>
  db.selectFrom('subscriptions').select(['id', 'paidTax']).where('id', '=', ids).where('paidTax', 'is not', null),
)

/** The tax rules that subscriptions are counted under. */
export const loadTaxRules = async (
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaxRule>> =>
  new Map((await taxRulesOf(db, ids)).flatMap(({ id, paidTax }) => (paidTax === null ? [] : [[id, paidTax]])))

/** Stores the current revenue of subscriptions. */
export const storeCounted = async (db: OrganizationDatabase, rows: readonly CountedRow[]): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('countedSubscriptions')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'subscriptionId']).doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        currencyCode: ref('excluded.currencyCode'),
        amount: ref('excluded.amount'),
        usdPerUnit: ref('excluded.usdPerUnit'),
        amountUsd: ref('excluded.amountUsd'),
      })),
    )
    .execute()
}

/** Adds changes to the sums of their days. */
export const addToRevenueDays = async (db: OrganizationDatabase, rows: readonly RevenueDayRow[]): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('revenueDays')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'day', 'currencyCode', 'movement']).doUpdateSet({
        amount: sql`revenue_days.amount + excluded.amount`,
        // An unknown amount in US dollars is null, and makes the sum null.
        amountUsd: sql`revenue_days.amount_usd + excluded.amount_usd`,
        count: sql`revenue_days.count + excluded.count`,
      }),
    )
    .execute()
}
