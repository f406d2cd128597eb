import { dashboardOperations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { countRevenue } from '../../billing/revenue/count-revenue.ts'
import { type CurrencyRevenue, readRevenue, type RevenueSum } from '../../billing/revenue/read-revenue.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { readOverview } from '../../store/health/read-overview.ts'

/** The routes of the operations that report figures. */
export const reportRoutesOf = (billing: Billing) => [
  route(dashboardOperations.findOverview, async ({ call }) => {
    const { subscriptions, atRisk, attention } = await readOverview(
      inOrganization(billing.database, call.organization.id),
    )
    const { active, trial, pastDue } = subscriptions
    return {
      subscriptions: { active, trial, past_due: pastDue },
      at_risk: [...atRisk],
      attention: {
        webhook_endpoints_failing: attention.failingEndpoints,
        deferred_work: attention.deferredWork,
        connections_paused: attention.pausedConnections,
        disputes_due: attention.disputesDue,
      },
    }
  }),
  route(dashboardOperations.findRevenue, async ({ call, query }) => {
    const { id } = call.organization
    await countRevenue(billing, id, { rounds: roundsOfReport })
    const now = await readBillingClock(billing.database)
    const { asOf, currencies } = await readRevenue(inOrganization(billing.database, id), now, query.months ?? 12)
    return {
      as_of: asOf,
      total_usd: totalInUsd(currencies),
      currencies: currencies.map(({ currency, recurring, atRisk, months }) => ({
        currency,
        recurring: sumOf(recurring),
        at_risk: sumOf(atRisk),
        months: months.map(({ month, recurring: atEnd, movements }) => ({
          month,
          recurring: sumOf(atEnd),
          movements: mapValues(movements, (movement) => ({ ...sumOf(movement), count: movement.count })),
        })),
      })),
    }
  }),
]

/**
 * The largest number of transactions in which a report itself counts events. If events remain after these, a job counts them, and the
 * report's `as_of` states up to when the figures are complete.
 */
const roundsOfReport = 10

const sumOf = ({ amount, amountUsd }: RevenueSum) => ({ amount, amount_usd: amountUsd })

const totalInUsd = (currencies: readonly CurrencyRevenue[]) => {
  const total = { recurring: 0, at_risk: 0 }
  for (const { recurring, atRisk } of currencies) {
    if (recurring.amountUsd === null || atRisk.amountUsd === null) return null
    total.recurring += recurring.amountUsd
    total.at_risk += atRisk.amountUsd
  }
  return total
}

const mapValues = <Key extends string, Value, Result>(
  values: Readonly<Record<Key, Value>>,
  change: (value: Value) => Result,
): Record<Key, Result> =>
  Object.fromEntries(Object.entries<Value>(values).map(([key, value]) => [key, change(value)])) as Record<Key, Result>
