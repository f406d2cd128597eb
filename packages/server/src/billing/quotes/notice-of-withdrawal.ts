import type { Checkout } from '@billing-checkout/contract'
import { consentRules } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { ShownNotice } from '../../store/schema/client-sessions.ts'
import type { ResolvedSession } from './resolve-session.ts'

type Settings = Organization['settings']

/**
 * How the buyer withdraws from the sale: on the organization's page, or else, if the organization has set `digital_supply`, by e-mail.
 * `supply` is what the buyer must request if the sale is supplied before the withdrawal period ends. Null if the law gives no right to
 * withdraw, or if neither way is available.
 */
export const withdrawalRightOf = (
  { country, purpose }: Pick<ResolvedSession, 'country' | 'purpose'>,
  { withdrawal_url: page, digital_supply: supply = 'none', support_email: email }: Settings,
): Checkout['consent']['withdrawal'] => {
  if (!consentRules(country, purpose).mayWithdraw) return null
  if (page) return { url: page, supply }
  return supply === 'none' || email === null ? null : { url: `mailto:${email}`, supply }
}

type NoticedView = Pick<ResolvedSession, 'country' | 'purpose' | 'session'>

/** The notice of withdrawal that a page shows if it is loaded now. */
export const withdrawalNoticeOf = (view: Omit<NoticedView, 'session'>, settings: Settings): ShownNotice => ({
  country: view.country,
  withdrawal: withdrawalRightOf(view, settings),
})

/**
 * The notice of withdrawal that the session's page showed, even if the address or the settings have changed since. If the page has shown
 * none yet, the notice that it would show now.
 */
export const withdrawalNoticeShown = (view: NoticedView, settings: Settings): ShownNotice =>
  view.session.quote?.shown ?? withdrawalNoticeOf(view, settings)
