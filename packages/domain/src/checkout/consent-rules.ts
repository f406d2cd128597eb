import type { CheckoutPurpose, CountryCode } from '@billing-checkout/contract'
import { withdrawalLawIn } from '../rights/withdrawal-law.ts'

/** What the law of the shopper's country requires of a checkout before it may charge. */
export interface ConsentRules {
  readonly checkboxRequired: boolean
  readonly obligationButton: boolean
  /** Whether a buyer there may withdraw from the contract. */
  readonly mayWithdraw: boolean
  readonly version: string
}

/** What a law requires of the words of a checkout. */
type ConsentWording = Omit<ConsentRules, 'mayWithdraw'>

/** What a law requires of a checkout, in which countries, and the version of the wording that complies with it. */
interface ConsentLaw extends ConsentWording {
  /** The law, for anyone who has to check it. */
  readonly law: string
  readonly countries: ReadonlySet<string>
}

const countriesOf = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

/** For laws that allow no words on the button but the obligation to pay; the line above it shows the amount. */
const obligation: ConsentWording = {
  checkboxRequired: false,
  obligationButton: true,
  version: '2026-12',
}

/** For laws that leave the words of the button to the seller: they say what it does, and the amount. */
const ownWords: ConsentWording = {
  checkboxRequired: false,
  obligationButton: false,
  version: '2026-12',
}

/**
 * What each country's law requires. If a law wants a button to state the obligation to pay, it wants those words alone. A
 * free trial has the same button, because the word “free” or an amount next to them would break that rule. Resumptions have it, too. A
 * pinned script keeps its wording, and its receipt quotes it.
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

/** What a country requires; an unknown country gets the stricter button, because it never misleads anyone. */
export const consentRules = (country: CountryCode | null, purpose: CheckoutPurpose | null): ConsentRules => {
  const { checkboxRequired, obligationButton, version } =
    country === null ? obligation : (laws.find(({ countries }) => countries.has(country)) ?? ownWords)
  return {
    checkboxRequired: checkboxRequired && purpose !== 'pay',
    // Checking a card without a charge is no order: the shopper buys nothing.
    obligationButton: obligationButton && purpose !== 'update_method',
    // A shopper who pays a debt, resumes or replaces a card makes no new contract.
    mayWithdraw: withdrawalLawIn(country).days > 0 && purpose !== null && newContracts.has(purpose),
    version,
  }
}

const newContracts: ReadonlySet<CheckoutPurpose> = new Set(['pay', 'subscribe', 'change_plan'])
