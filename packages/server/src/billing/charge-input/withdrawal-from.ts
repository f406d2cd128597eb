import type { Checkout } from '@billing-checkout/contract'
import { consentRules } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'

/**
 * How the buyer withdraws from what a session sells, and what they have to ask for if it is supplied before that: by the
 * organization's page, else by writing to it. Null where the law gives no such right, or the organization has not said how.
 */
export const withdrawalFrom = (
  { country, purpose }: Pick<ResolvedSession, 'country' | 'purpose'>,
  { withdrawal_url: page, digital_supply: supply = 'none', support_email: email }: Organization['settings'],
): Checkout['consent']['withdrawal'] => {
  if (!consentRules(country, purpose).mayWithdraw) return null
  if (page) return { url: page, supply }
  return supply === 'none' || email === null ? null : { url: `mailto:${email}`, supply }
}
