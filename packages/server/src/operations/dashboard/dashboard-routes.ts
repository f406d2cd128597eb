import type { Billing } from '../../billing/billing.ts'
import type { ApiKeys } from '../../credentials/api-keys.ts'
import type { Route } from '../../http/route.ts'
import { reportRoutesOf } from './report-routes.ts'
import { settingsRoutesOf } from './settings-routes.ts'
import { userRoutesOf } from './user-routes.ts'

/** The routes of all operations that only users of the dashboard can call. */
export const dashboardRoutesOf = (billing: Billing, apiKeys: ApiKeys): readonly Route[] => [
  ...userRoutesOf(billing),
  ...settingsRoutesOf(billing, apiKeys),
  ...reportRoutesOf(billing),
]
