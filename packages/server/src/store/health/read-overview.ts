import type { OrganizationDatabase } from '../in-organization.ts'

/**
 * Reads the numbers at the top of an organization's dashboard. `atRisk` is what past-due subscriptions owe, tax included, in minor units of
 * each currency. An index serves each of the queries.
 */
export const readOverview = async (db: OrganizationDatabase) => {
  const [counted, current, next, endpoints, deferred, connections, disputes] = await Promise.all([
    countSubscriptions(db),
    sumOfCurrentPeriods(db),
    sumOfNextPeriods(db),
    db
      .selectFrom('webhookEndpoints')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where((row) => row.or([row('failingSince', 'is not', null), row('disabledReason', 'in', ['failing', 'gone'])]))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('deferredWork')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('connections')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('state', '=', 'paused')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('disputes')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('status', '=', 'needs_response')
      .executeTakeFirstOrThrow(),
  ])
  const countOf = (status: string) => counted.find((row) => row.status === status)?.count ?? 0
  return {
    subscriptions: { active: countOf('active'), trial: countOf('trial'), pastDue: countOf('past_due') },
    atRisk: [...Map.groupBy([...current, ...next], ({ currencyCode }) => currencyCode)].map(([currency, sums]) => ({
      currency,
      amount: sums.reduce((sum, { amount }) => sum + Number(amount), 0),
    })),
    attention: {
      failingEndpoints: endpoints.count,
      deferredWork: deferred.count,
      pausedConnections: connections.count,
      disputesDue: disputes.count,
    },
  }
}

const countSubscriptions = (db: OrganizationDatabase) =>
  db
    .selectFrom('subscriptions')
    .select((row) => ['status', row.fn.countAll<number>().as('count')])
    .where('status', 'in', ['active', 'trial', 'past_due'])
    .groupBy('status')
    .execute()

/** The sums that past-due subscriptions owe for the current period, because its payment was approved and failed later. */
const sumOfCurrentPeriods = (db: OrganizationDatabase) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('claims', 'claims.id', 'subscriptions.owedClaimId')
    .select((row) => ['claims.currencyCode', row.fn.sum<string>('claims.amount').as('amount')])
    .where('subscriptions.status', '=', 'past_due')
    .groupBy('claims.currencyCode')
    .execute()

/** The sums that all other past-due subscriptions owe, each for its next period. */
const sumOfNextPeriods = (db: OrganizationDatabase) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('claims', (join) =>
      join
        .onRef('claims.subscriptionId', '=', 'subscriptions.id')
        .onRef('claims.periodStart', '=', 'subscriptions.currentPeriodEnd')
        .on('claims.kind', '=', 'period'),
    )
    .select((row) => ['claims.currencyCode', row.fn.sum<string>('claims.amount').as('amount')])
    .where('subscriptions.status', '=', 'past_due')
    .where('subscriptions.owedClaimId', 'is', null)
    .groupBy('claims.currencyCode')
    .execute()
