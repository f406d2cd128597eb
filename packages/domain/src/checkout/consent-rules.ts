import type { CheckoutPurpose, CountryCode } from '@billing-checkout/contract'

/** What the shopper's country asks of a checkout before it may charge. */
export interface ConsentRules {
  readonly checkboxRequired: boolean
  readonly obligationButton: boolean
  readonly version: string
}

/**
 * Names of the rules below, the latest last; one goes into every consent receipt. Changed rules get another name, and the ones
 * before stay: a page that was loaded earlier goes back with the name that it was given.
 */
export const consentVersions: readonly string[] = ['2026-11']

/** EU, EEA, United Kingdom, Switzerland: a button must say that it obliges to pay (Directive 2011/83/EU, article 8). */
const obligationCountries: ReadonlySet<string> = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/** Countries where agreeing to recurring charges takes a box of its own that starts unticked. */
const checkboxCountries: ReadonlySet<string> = new Set(['KR'])

/** What a country asks for; an unknown country gets the stricter button, because it never misleads anyone. */
export const consentRules = (country: CountryCode | null, purpose: CheckoutPurpose | null): ConsentRules => ({
  checkboxRequired: purpose !== 'pay' && country !== null && checkboxCountries.has(country),
  obligationButton: country === null || obligationCountries.has(country),
  version: consentVersions.at(-1)!,
})
