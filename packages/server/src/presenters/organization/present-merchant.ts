import type { Checkout } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'

/** The merchant as shoppers see it. */
export const presentMerchant = ({ name, settings }: Organization): Checkout['merchant'] => ({
  name: settings.display_name ?? name,
  terms_url: settings.terms_url,
  privacy_url: settings.privacy_url,
  support_email: settings.support_email,
  cancel_url: settings.cancel_url,
})
