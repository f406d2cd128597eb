/** The facts about a payment that decide whether the server attempts it. */
export interface RiskFacts {
  /** Two-letter codes: the countries that set price and tax, and the countries of the customer's address and the billing address. */
  readonly countries: readonly string[]
  /** Two-letter code of the country of the bank that issued the card. */
  readonly cardCountry: string | null
  readonly currency: string
  /** Minor units. */
  readonly amount: number
  /** US cents; null if there is no exchange rate. */
  readonly amountUsd: number | null
  readonly brand: string | null
  readonly funding: string | null
  /** The leading digits of the card number. */
  readonly bin: string | null
}

/** Whose payments a velocity condition counts: those of the customer, of the card, or from the network address. */
export type VelocityScope = 'customer' | 'card' | 'address'

/** What a velocity condition counts: attempts, attempts that were declined or blocked, or the US cents that were paid. */
export type VelocityMeasure = 'attempts' | 'declines' | 'amount_usd'

/** The condition holds if the count within `withinSeconds`, including the present payment, is above `atMost`. */
export interface VelocityCondition {
  readonly per: VelocityScope
  readonly count: VelocityMeasure
  readonly atMost: number
  readonly withinSeconds: number
}

/** The condition holds if the list contains the payment's fact; with `not`, if it does not contain the fact. */
export type ListCondition = readonly string[] | { readonly not: readonly string[] }

/** The conditions of a rule, which blocks a payment if all of them hold. If a fact is unknown, no condition on it holds, not even `not`. */
export interface RiskConditions {
  /** Holds if at least one of the payment's countries is in the list or, with `not`, outside of it. */
  readonly countries?: ListCondition | undefined
  readonly cardCountries?: ListCondition | undefined
  readonly currencies?: ListCondition | undefined
  /** A range in minor units of one currency, including both ends. */
  readonly amount?:
    | { readonly currency: string; readonly from?: number | undefined; readonly to?: number | undefined }
    | undefined
  /** A range in US cents, including both ends. */
  readonly amountUsd?: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined
  readonly brands?: ListCondition | undefined
  readonly fundings?: ListCondition | undefined
  /** Leading digits of the card number. */
  readonly bins?: ListCondition | undefined
  readonly velocity?: VelocityCondition | undefined
}

/** A rule of an organization that blocks payments. */
export interface RiskRule {
  readonly name: string
  readonly when: RiskConditions
  readonly appliesToRenewals: boolean
}

/**
 * Returns the count of a velocity condition so far, excluding the present payment; `undefined` if the customer, card or network address to
 * count by is unknown.
 */
export type CountVelocity = (velocity: VelocityCondition) => Promise<number | undefined>

/** The first rule that blocks a payment; `undefined` if none does. A velocity is counted only if all other conditions of its rule hold. */
export const findMatchingRule = async (
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

const isAmong = (wanted: ListCondition | undefined, fact: string | null, fits = isSame): boolean => {
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

const isExceeded = async (velocity: VelocityCondition, facts: RiskFacts, count: CountVelocity): Promise<boolean> => {
  const soFar = await count(velocity)
  if (soFar === undefined) return false
  return soFar + contribution[velocity.count](facts) > velocity.atMost
}

/** What the present payment adds to a count: one attempt, no decline, and its amount, because we assume that it will be paid. */
const contribution: Readonly<Record<VelocityMeasure, (facts: RiskFacts) => number>> = {
  attempts: () => 1,
  declines: () => 0,
  amount_usd: ({ amountUsd }) => amountUsd ?? 0,
}
