import type { TaxRule } from '@billing-checkout/domain'
import { type Selectable, sql } from 'kysely'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import type { CountedSubscriptionTable, RevenueDayTable } from '../../store/schema/revenue.ts'

/** What a subscription brings a month, as it was counted last. */
export type CountedRow = Omit<Selectable<CountedSubscriptionTable>, 'organizationId'>

/** How much recurring revenue changed on a day for one cause. */
export type RevenueDayRow = Omit<Selectable<RevenueDayTable>, 'organizationId'>

/** Subscriptions as they were counted last. */
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

/** Stores what subscriptions bring now. */
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
export const storeDays = async (db: OrganizationDatabase, rows: readonly RevenueDayRow[]): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('revenueDays')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'day', 'currencyCode', 'movement']).doUpdateSet({
        amount: sql`revenue_days.amount + excluded.amount`,
        // Unknown dollars make the sum unknown.
        amountUsd: sql`revenue_days.amount_usd + excluded.amount_usd`,
        count: sql`revenue_days.count + excluded.count`,
      }),
    )
    .execute()
}
