/** What is known of a payment when it is decided whether it may be tried. */
export interface RiskFacts {
  /** Two letters, of the customer's address. */
  readonly country: string | null
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

/** When a rule blocks: all of its conditions hold. A fact that is unknown fulfils no condition. */
export interface RiskConditions {
  readonly countries?: readonly string[] | undefined
  readonly cardCountries?: readonly string[] | undefined
  readonly currencies?: readonly string[] | undefined
  /** Minor units of one currency, both ends included. */
  readonly amount?:
    { readonly currency: string; readonly from?: number | undefined; readonly to?: number | undefined } | undefined
  /** Cents of a dollar, both ends included. */
  readonly amountUsd?: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined
  readonly brands?: readonly string[] | undefined
  readonly fundings?: readonly string[] | undefined
  /** Leading digits. */
  readonly bins?: readonly string[] | undefined
  readonly velocity?: Velocity | undefined
}

/** A rule of an organization that blocks payments (decisions 14). */
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
  isAmong(when.countries, facts.country) &&
  isAmong(when.cardCountries, facts.cardCountry) &&
  isAmong(when.currencies, facts.currency) &&
  isAmong(when.brands, facts.brand) &&
  isAmong(when.fundings, facts.funding) &&
  (when.bins === undefined || when.bins.some((bin) => facts.bin?.startsWith(bin))) &&
  (when.amount === undefined || (when.amount.currency === facts.currency && isWithin(when.amount, facts.amount))) &&
  (when.amountUsd === undefined || (facts.amountUsd !== null && isWithin(when.amountUsd, facts.amountUsd)))

const isAmong = (wanted: readonly string[] | undefined, fact: string | null): boolean =>
  wanted === undefined || (fact !== null && wanted.includes(fact))

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
