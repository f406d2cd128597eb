import type { CurrencyDetails } from '@billing-checkout/contract'
import { currencyDetails } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'
import type { ResolvedSession } from './resolve-session.ts'

/** The currency details of a viewed session in a locale; `undefined` without a plan. */
export const currencyDetailsOf = (
  billing: Pick<Billing, 'rates' | 'mode' | 'wallClock'>,
  organization: Organization,
  view: ResolvedSession,
  locale: string,
): CurrencyDetails | undefined =>
  view.terms &&
  view.quote &&
  currencyDetails({
    terms: view.terms,
    dueNow: view.quote.draft.dueNow,
    country: view.country,
    rates: billing.rates.latest(billing.wallClock(), billing.mode),
    locale,
    rounding: organization.settings.price_rounding,
  })
