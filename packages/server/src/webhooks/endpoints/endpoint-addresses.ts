import type { Billing } from '../../billing/billing.ts'
import type { AllowedAddresses } from '../outgoing/address-guard.ts'

/** The network addresses that merchants' endpoints on this server may have. */
export const endpointAddresses = ({ mode, webhooksAllow, isPublic }: Billing): AllowedAddresses => ({
  mode,
  isPublic: isPublic(),
  allowed: webhooksAllow,
})
