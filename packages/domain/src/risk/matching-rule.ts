/** What is known of a payment when it is decided whether it may be tried. */
export interface RiskFacts {
  /** Two letters each, of every address that the sale is priced or taxed by, the customer's and the card's billing address. */
  readonly countries: readonly string[]
  /** Two letters, of the bank that issued the card. */
  readonly cardCountry: string | null
  readonly currency: string
  /** Minor units. */
  readonly amount: number
  /** Cents; null where there is no exchange rate. */
  readonly amountUsd: number | null
  readonly brand: string | null
  readonly funding: string | null
  /** Leading digits of the card. */
  readonly bin: string | null
}

/** Whose payments a velocity condition counts. */
export type VelocityScope = 'customer' | 'card' | 'address'

/** What a velocity condition counts: tries, those that were declined or blocked, or the dollars (in cents) that were paid. */
export type VelocityMeasure = 'attempts' | 'declines' | 'amount_usd'

/** More than `atMost` within `withinSeconds`, the present payment included. */
export interface Velocity {
  readonly per: VelocityScope
  readonly count: VelocityMeasure
  readonly atMost: number
  readonly withinSeconds: number
}

/** Values of which a fact is one, or with `not` is none. */
export type Listed = readonly string[] | { readonly not: readonly string[] }

/** When a rule blocks: all of its conditions hold. A fact that is unknown fulfils no condition, not even a `not`. */
export interface RiskConditions {
  /** Holds where any country of the payer's does. */
  readonly countries?: Listed | undefined
  readonly cardCountries?: Listed | undefined
  readonly currencies?: Listed | undefined
  /** Minor units of one currency, both ends included. */
  readonly amount?:
    { readonly currency: string; readonly from?: number | undefined; readonly to?: number | undefined } | undefined
  /** Cents of a dollar, both ends included. */
  readonly amountUsd?: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined
  readonly brands?: Listed | undefined
  readonly fundings?: Listed | undefined
  /** Leading digits. */
  readonly bins?: Listed | undefined
  readonly velocity?: Velocity | undefined
}

/** A rule of an organization that blocks payments. */
export interface RiskRule {
  readonly name: string
  readonly when: RiskConditions
  readonly appliesToRenewals: boolean
}

/** How much a velocity condition has counted so far, the present payment left out; `undefined` where nothing can be counted. */
export type CountVelocity = (velocity: Velocity) => Promise<number | undefined>

/** The first rule that blocks a payment; what has to be counted is counted only where everything else in the rule holds. */
export const matchingRule = async (
  rules: readonly RiskRule[],
  facts: RiskFacts,
  count: CountVelocity,
): Promise<RiskRule | undefined> => {
  for (const rule of rules) {
    if (!holdsApartFromVelocity(rule.when, facts)) continue
    if (rule.when.velocity === undefined || (await isExceeded(rule.when.velocity, facts, count))) return rule
  }
  return undefined
}

const holdsApartFromVelocity = (when: RiskConditions, facts: RiskFacts): boolean =>
  (when.countries === undefined || facts.countries.some((country) => isAmong(when.countries, country))) &&
  isAmong(when.cardCountries, facts.cardCountry) &&
  isAmong(when.currencies, facts.currency) &&
  isAmong(when.brands, facts.brand) &&
  isAmong(when.fundings, facts.funding === 'unknown' ? null : facts.funding) &&
  isAmong(when.bins, facts.bin, (bin, leading) => bin.startsWith(leading)) &&
  (when.amount === undefined || (when.amount.currency === facts.currency && isWithin(when.amount, facts.amount))) &&
  (when.amountUsd === undefined || (facts.amountUsd !== null && isWithin(when.amountUsd, facts.amountUsd)))

const isAmong = (wanted: Listed | undefined, fact: string | null, fits = isSame): boolean => {
  if (wanted === undefined) return true
  if (fact === null) return false
  if ('not' in wanted) return !wanted.not.some((listed) => fits(fact, listed))
  return wanted.some((listed) => fits(fact, listed))
}

const isSame = (fact: string, listed: string): boolean => fact === listed

const isWithin = (
  { from = 0, to = Infinity }: { from?: number | undefined; to?: number | undefined },
  amount: number,
) => amount >= from && amount <= to

const isExceeded = async (velocity: Velocity, facts: RiskFacts, count: CountVelocity): Promise<boolean> => {
  const soFar = await count(velocity)
  if (soFar === undefined) return false
  return soFar + contribution[velocity.count](facts) > velocity.atMost
}

/** What the present payment adds: it is a try, it has not been declined, and it will be paid. */
const contribution: Readonly<Record<VelocityMeasure, (facts: RiskFacts) => number>> = {
  attempts: () => 1,
  declines: () => 0,
  amount_usd: ({ amountUsd }) => amountUsd ?? 0,
}
