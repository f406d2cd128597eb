import type { CheckoutPurpose, CountryCode } from '@billing-checkout/contract'

/** What the law of the shopper's country asks of a checkout before it may charge. */
export interface ConsentRules {
  readonly checkboxRequired: boolean
  readonly obligationButton: boolean
  /** Whether a buyer there may withdraw from the contract within 14 days. */
  readonly mayWithdraw: boolean
  readonly version: string
}

/** What a law asks of a checkout, in which countries, and the version of the wording that complies with it. */
interface ConsentLaw extends ConsentRules {
  /** The law, for whoever has to check it. */
  readonly law: string
  readonly countries: ReadonlySet<string>
}

const countriesOf = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

/** For laws that want the button to say nothing but that it obliges to pay; the amount stands in the line above it. */
const obligation: ConsentRules = {
  checkboxRequired: false,
  obligationButton: true,
  mayWithdraw: true,
  version: '2026-12',
}

/** For laws that leave the words of the button to the seller: what it does, and the amount. */
const ownWords: ConsentRules = {
  checkboxRequired: false,
  obligationButton: false,
  mayWithdraw: false,
  version: '2026-12',
}

/**
 * What each country's law asks. A law that wants a button to say that it obliges to pay wants those words alone: an amount or
 * the word “free” beside them makes another button of it, so a free trial has the same one.
 */
const laws: readonly ConsentLaw[] = [
  {
    ...obligation,
    law: 'Directive 2011/83/EU, articles 8(2), 9, 11a and 16, in the European Union and the European Economic Area',
    countries: countriesOf('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'),
  },
  {
    ...obligation,
    law: 'The Consumer Contracts Regulations 2013, regulations 14(3) and (4), 29, 36 and 37',
    countries: countriesOf('GB'),
  },
  {
    ...obligation,
    mayWithdraw: false,
    law: 'None asks for it; shops in Switzerland have the words of their neighbours, which mislead nobody',
    countries: countriesOf('CH'),
  },
  {
    ...ownWords,
    checkboxRequired: true,
    law: 'Act on Consumer Protection in Electronic Commerce, articles 13 and 14: recurring charges are agreed to apart',
    countries: countriesOf('KR'),
  },
]

/**
 * Names of all versions of the rules, the latest last; one goes into every consent receipt. Changed rules get another name, and
 * former names stay valid, because a page that was loaded earlier sends the name that it got.
 */
export const consentVersions: readonly string[] = ['2026-12']

/** What a country asks for; an unknown country gets the stricter button, because it never misleads anyone. */
export const consentRules = (country: CountryCode | null, purpose: CheckoutPurpose | null): ConsentRules => {
  const { checkboxRequired, obligationButton, mayWithdraw, version } =
    country === null ? obligation : (laws.find(({ countries }) => countries.has(country)) ?? ownWords)
  return {
    checkboxRequired: checkboxRequired && purpose !== 'pay',
    // A card that is checked without a charge is no order: nothing is bought by it.
    obligationButton: obligationButton && purpose !== 'update_method',
    // Whoever pays what is owed, resumes or gives another card makes no new contract.
    mayWithdraw: mayWithdraw && purpose !== null && newContracts.has(purpose),
    version,
  }
}

const newContracts: ReadonlySet<CheckoutPurpose> = new Set(['pay', 'subscribe', 'change_plan'])
