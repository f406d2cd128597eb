import type { Billing } from '../../billing/billing.ts'
import type { ApiKeys } from '../../credentials/api-keys.ts'

/** What the routes of dashboard operations need. */
export interface DashboardParts {
  readonly billing: Billing
  readonly apiKeys: ApiKeys
}
