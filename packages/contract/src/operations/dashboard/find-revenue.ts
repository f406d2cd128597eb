import { z } from 'zod'
import { currencyCode, timestamp } from '../../resources/fields.ts'
import { revenueMovements } from '../../vocabulary/revenue.ts'
import { integerText } from '../parts/list-query.ts'
import { forDashboardUsers, operation } from '../parts/operation.ts'

const sum = z.strictObject({
  amount: z.int().describe('Minor units of the currency.'),
  amount_usd: z
    .int()
    .nullable()
    .describe(
      'The same in US cents, at the rates of when each subscription was counted first; null if a rate was missing.',
    ),
})

const movement = z.strictObject({
  ...sum.shape,
  count: z.int().min(0).describe('How many times a subscription did.'),
})

const movements = z.strictObject(
  Object.fromEntries(revenueMovements.map((name) => [name, movement])) as Record<
    (typeof revenueMovements)[number],
    typeof movement
  >,
)

/** Returns recurring revenue and the causes of its changes. */
export const findRevenue = operation({
  method: 'GET',
  path: '/reports/revenue',
  summary: 'Show recurring revenue',
  description: [
    'Monthly recurring revenue: the discounted price of each subscription in its quantity, without tax, spread over the months of its interval. Subscriptions in trial and ended ones bring nothing; past-due ones count and are shown as at risk.',
    '`new`: a subscription brought something for the first time. `reactivation`: an ended one began again. `expansion` and `contraction`: its price, quantity or discount changed. `churn_involuntary`: it ended because a charge was not paid, or while one was owed. `churn_voluntary`: it ended otherwise.',
  ],
  ...forDashboardUsers,
  query: z.strictObject({
    months: integerText(1, 36)
      .optional()
      .meta({ description: 'How many months are shown, 1 to 36, the current one included. Default 12.' }),
  }),
  answer: z.strictObject({
    as_of: timestamp.describe('Up to when changes are counted, by the billing clock.'),
    total_usd: z
      .strictObject({
        recurring: z.int().describe('US cents a month.'),
        at_risk: z.int().describe('US cents a month of past-due subscriptions, which are in `recurring`.'),
      })
      .nullable()
      .describe('All currencies together; null if a rate was missing.'),
    currencies: z.array(
      z.strictObject({
        currency: currencyCode,
        recurring: sum,
        at_risk: sum.describe('What past-due subscriptions bring; it is in `recurring`.'),
        months: z.array(
          z.strictObject({
            month: z.string().describe('The month in UTC, such as 2026-11.'),
            recurring: sum.describe('Recurring revenue at the end of the month, or now.'),
            movements,
          }),
        ),
      }),
    ),
  }),
})
