import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { findEvents } from '../../store/events/find-events.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** Answers GET /events. */
export const findEventsRoute = ({ database }: Billing) =>
  route(operations.findEvents, ({ query, call }) => findEvents(inOrganization(database, call.organization.id), query))
