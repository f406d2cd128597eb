import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'

/** Answers GET /sandbox/clock. */
export const findSandboxClockRoute = ({ database }: Billing) =>
  route(operations.findSandboxClock, async () => ({ now: await readBillingClock(database), ran: [] }))
