import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { route } from '../http/route.ts'
import { findEvents } from '../store/events.ts'

/** Answers GET /events. */
export const findEventsRoute = ({ database }: Billing) =>
  route(operations.findEvents, ({ query, call }) => findEvents(database, call.organization.id, query))
