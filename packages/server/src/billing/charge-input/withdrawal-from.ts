import type { Checkout } from '@billing-checkout/contract'
import { consentRules } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'

/**
 * How the buyer withdraws from the sale: at the organization's page, else by e-mail. `supply` is what the buyer must request if the sale
 * is supplied before the withdrawal period ends. Null if the law gives no such right, or if the organization has not stated how.
 */
export const withdrawalFrom = (
  { country, purpose }: Pick<ResolvedSession, 'country' | 'purpose'>,
  { withdrawal_url: page, digital_supply: supply = 'none', support_email: email }: Organization['settings'],
): Checkout['consent']['withdrawal'] => {
  if (!consentRules(country, purpose).mayWithdraw) return null
  if (page) return { url: page, supply }
  return supply === 'none' || email === null ? null : { url: `mailto:${email}`, supply }
}
