import type { Billing } from '../../billing/billing.ts'
import type { AllowedAddresses } from '../outgoing/address-guard.ts'

/** Which addresses the endpoints of this server's merchants may have. */
export const endpointAddresses = ({ mode, webhooksAllow, isPublic }: Billing): AllowedAddresses => ({
  mode,
  isPublic: isPublic(),
  allowed: webhooksAllow,
})
