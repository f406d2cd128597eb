import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { moveClock } from '../../billing/due-work/move-clock.ts'
import { route } from '../../http/route.ts'

/** Answers POST /sandbox/clock. */
export const advanceSandboxClockRoute = (billing: Billing) =>
  route(operations.advanceSandboxClock, ({ body, call }) => moveClock(billing, call, body))
