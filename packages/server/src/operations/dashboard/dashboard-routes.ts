import type { Route } from '../../http/route.ts'
import type { DashboardParts } from './dashboard-parts.ts'
import { reportRoutesOf } from './report-routes.ts'
import { settingsRoutesOf } from './settings-routes.ts'
import { userRoutesOf } from './user-routes.ts'

/** The routes of all operations that only users of the dashboard can call. */
export const dashboardRoutesOf = (parts: DashboardParts): readonly Route[] => [
  ...userRoutesOf(parts),
  ...settingsRoutesOf(parts),
  ...reportRoutesOf(parts),
]
