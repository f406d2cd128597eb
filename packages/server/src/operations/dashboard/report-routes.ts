import { dashboardOperations } from '@billing-checkout/contract'
import { route } from '../../http/route.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { readOverview } from '../../store/health/read-overview.ts'
import type { DashboardParts } from './dashboard-parts.ts'

/** Answers the operations on figures. */
export const reportRoutesOf = ({ billing }: DashboardParts) => [
  route(dashboardOperations.findOverview, async ({ call }) => {
    const { at_risk: atRisk, ...overview } = await readOverview(inOrganization(billing.database, call.organization.id))
    return { ...overview, at_risk: [...atRisk] }
  }),
]
