import type { CheckoutPurpose, CountryCode } from '@billing-checkout/contract'
import { withdrawalLawIn } from '../rights/withdrawal-law.ts'
import { parseCountryCodes } from '../parse-country-codes.ts'

/** What the law of the shopper's country requires a checkout to show before it charges. */
export interface ConsentRules {
  readonly checkboxRequired: boolean
  readonly obligationButton: boolean
  /** Whether the law gives the buyer a right to withdraw from this contract. */
  readonly mayWithdraw: boolean
  readonly version: string
}

/** What a country's law requires of a checkout. An unknown country gets the stricter button, because that button never misleads. */
export const consentRules = (country: CountryCode | null, purpose: CheckoutPurpose | null): ConsentRules => {
  const { checkboxRequired, obligationButton, version } =
    country === null ? obligation : (laws.find(({ countries }) => countries.has(country)) ?? ownWords)
  return {
    checkboxRequired: checkboxRequired && purpose !== 'pay',
    // Verifying a new card without a charge is not an order: the shopper buys nothing.
    obligationButton: obligationButton && purpose !== 'update_method',
    // A shopper who pays a debt, resumes a subscription or replaces a card makes no new contract.
    mayWithdraw: withdrawalLawIn(country).days > 0 && purpose !== null && newContracts.has(purpose),
    version,
  }
}

const newContracts: ReadonlySet<CheckoutPurpose> = new Set(['pay', 'subscribe', 'change_plan'])

/** What a law requires of the checkout's button and checkbox, and the version of the wording that complies with it. */
type ConsentWording = Omit<ConsentRules, 'mayWithdraw'>

/** A law on the checkout's wording, and the countries in which it applies. */
interface ConsentLaw extends ConsentWording {
  /** The law's name and articles, for readers who want to check the row. */
  readonly law: string
  readonly countries: ReadonlySet<string>
}

/** For laws under which the button may state only the obligation to pay; the line above the button shows the amount. */
const obligation: ConsentWording = {
  checkboxRequired: false,
  obligationButton: true,
  version: '2026-12',
}

/** For laws that leave the button's words to the seller: our button names the action and the amount. */
const ownWords: ConsentWording = {
  checkboxRequired: false,
  obligationButton: false,
  version: '2026-12',
}

/**
 * What each country's law requires. If a law wants the button to state the obligation to pay, it allows no other words on the button. So a
 * free trial has the same button, because the word “free” or an amount would break that rule. Resuming a subscription has the same button
 * for the same reason. A page that pins a version of the script keeps that version's wording, and the consent receipt quotes that wording.
 */
const laws: readonly ConsentLaw[] = [
  {
    ...obligation,
    law: 'Directive 2011/83/EU, articles 8(2), 9, 11a and 16, in the European Union and the European Economic Area',
    countries: parseCountryCodes(
      'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK',
    ),
  },
  {
    ...obligation,
    law: 'The Consumer Contracts Regulations 2013, regulations 14(3) and (4), 29, 36 and 37',
    countries: parseCountryCodes('GB'),
  },
  {
    ...obligation,
    law: 'No law requires this wording; Swiss shops use that of the neighbouring countries, which misleads no shopper',
    countries: parseCountryCodes('CH'),
  },
  {
    ...ownWords,
    checkboxRequired: true,
    law: 'Act on Consumer Protection in Electronic Commerce, articles 13 and 14: recurring charges are agreed to apart',
    countries: parseCountryCodes('KR'),
  },
]

/**
 * All versions of the rules, the latest last; each consent receipt names its version. Changed rules get a new version. Older versions stay
 * valid, because a page that was loaded before the change still sends the old version.
 */
export const consentVersions: readonly string[] = ['2026-12']
