import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { publicRoute } from '../../http/route.ts'

/** Answers GET /card-keys. */
export const findCardKeysRoute = ({ cardKeys }: Billing) =>
  publicRoute(operations.findCardKeys, ({ wall }) => cardKeys.findCardKeys(wall))
