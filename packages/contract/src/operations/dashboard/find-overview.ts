import { z } from 'zod'
import { amount, currencyCode } from '../../resources/fields.ts'
import { forDashboardUsers, operation } from '../parts/operation.ts'

const count = z.int().min(0)

/** Returns the counts and sums on the dashboard's first page. */
export const findOverview = operation({
  method: 'GET',
  path: '/reports/overview',
  summary: 'Show an overview',
  description: [
    'Counts subscriptions, sums up what past-due ones owe (tax included), and counts what needs attention: webhook endpoints that fail, work that is deferred, connections that are paused, disputes that need a response.',
  ],
  ...forDashboardUsers,
  answer: z.strictObject({
    subscriptions: z.strictObject({ active: count, trial: count, past_due: count }),
    at_risk: z.array(z.strictObject({ currency: currencyCode, amount })),
    attention: z.strictObject({
      webhook_endpoints_failing: count,
      deferred_work: count,
      connections_paused: count,
      disputes_due: count,
    }),
  }),
})
