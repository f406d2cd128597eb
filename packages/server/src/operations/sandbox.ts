import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { moveClock } from '../billing/due-work/move-clock.ts'
import { route, type Route } from '../http/route.ts'
import { readBillingClock } from '../store/writes/billing-clock.ts'

/** The routes of operations on the billing clock of a sandbox. */
export const sandboxRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.advanceSandboxClock, ({ body, call }) => moveClock(billing, call, body)),
  route(operations.findSandboxClock, async () => ({ now: await readBillingClock(billing.database), ran: [] })),
]
