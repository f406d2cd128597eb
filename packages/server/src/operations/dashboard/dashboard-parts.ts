import type { Billing } from '../../billing/billing.ts'
import type { ApiKeys } from '../../credentials/api-keys.ts'

/** What answers operations of the dashboard alone. */
export interface DashboardParts {
  readonly billing: Billing
  readonly apiKeys: ApiKeys
}
