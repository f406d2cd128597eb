import type { CurrencyCode } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../in-organization.ts'

/** What the person who runs a shop looks at first. */
export interface Overview {
  readonly subscriptions: { readonly active: number; readonly trial: number; readonly past_due: number }
  /** What past-due subscriptions owe, tax included, in minor units of each currency. */
  readonly at_risk: readonly { readonly currency: CurrencyCode; readonly amount: number }[]
  readonly attention: {
    readonly webhook_endpoints_failing: number
    readonly deferred_work: number
    readonly connections_paused: number
    readonly disputes_due: number
  }
}

/** Reads an organization's numbers, each by an index. */
export const readOverview = async (db: OrganizationDatabase): Promise<Overview> => {
  const [counted, owed, endpoints, deferred, connections, disputes] = await Promise.all([
    countSubscriptions(db),
    sumOwed(db),
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
    subscriptions: { active: countOf('active'), trial: countOf('trial'), past_due: countOf('past_due') },
    at_risk: owed.map(({ currencyCode, amount }) => ({ currency: currencyCode, amount: Number(amount) })),
    attention: {
      webhook_endpoints_failing: endpoints.count,
      deferred_work: deferred.count,
      connections_paused: connections.count,
      disputes_due: disputes.count,
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

/** The claim that a past-due subscription owes is the current period's if its payment failed later, else the next period's. */
const sumOwed = (db: OrganizationDatabase) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('claims', (join) =>
      join.on((row) =>
        row.or([
          row('claims.id', '=', row.ref('subscriptions.owedClaimId')),
          row.and([
            row('subscriptions.owedClaimId', 'is', null),
            row('claims.kind', '=', 'period'),
            row('claims.subscriptionId', '=', row.ref('subscriptions.id')),
            row('claims.periodStart', '=', row.ref('subscriptions.currentPeriodEnd')),
          ]),
        ]),
      ),
    )
    .select((row) => ['claims.currencyCode', row.fn.sum<string>('claims.amount').as('amount')])
    .where('subscriptions.status', '=', 'past_due')
    .groupBy('claims.currencyCode')
    .orderBy('claims.currencyCode')
    .execute()
