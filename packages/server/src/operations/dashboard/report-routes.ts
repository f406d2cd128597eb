import { dashboardOperations } from '@billing-checkout/contract'
import { route } from '../../http/route.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { readOverview } from '../../store/health/read-overview.ts'
import type { DashboardParts } from './dashboard-parts.ts'

/** Answers the operations on figures. */
export const reportRoutesOf = ({ billing }: DashboardParts) => [
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
]
