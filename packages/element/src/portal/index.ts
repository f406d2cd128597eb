export { BillingPortal } from './billing-portal.ts'
export {
  BillingPortalChangeEvent,
  BillingPortalErrorEvent,
  type BillingPortalEventMap,
  BillingPortalExpiredEvent,
  BillingPortalReadyEvent,
  BillingPortalSignOutEvent,
  type PortalChange,
} from './events.ts'
export type { PortalPhase } from './state/portal-phase.ts'
