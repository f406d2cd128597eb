import type { TaxPart, TaxPlace, TaxPlaceField, Timestamp } from '@billing-checkout/domain'
import type { TaxProvider } from '../store/schema/tax-decision.ts'
import { prepareNetworkCall } from '../store/writes/inside-transaction.ts'
import { awaitWithin } from '../reading/await-within.ts'

/** A place with a known country; states are upper-case codes, postal codes have no spaces. */
export interface KnownPlace extends TaxPlace {
  readonly country: NonNullable<TaxPlace['country']>
}

/** A calculator's answer about a place. */
export type TaxRateResult =
  /**
   * The rate as a decimal of zero or more, such as "0.19". `asks` lists unknown members of the place that would make the rate more exact;
   * `needs` lists the members without which the rate is only a guess. `parts` lists the taxes in the rate, if there are several.
   */
  | {
      readonly kind: 'rate'
      readonly rate: string
      readonly parts?: readonly TaxPart[]
      readonly provider: TaxProvider
      readonly asks: readonly TaxPlaceField[]
      readonly needs?: readonly TaxPlaceField[]
    }
  /** The rate cannot be determined before these members of the place are known. */
  | { readonly kind: 'incomplete'; readonly asks: readonly TaxPlaceField[] }
  /** The calculator does not know this place; the message is for the operator. */
  | { readonly kind: 'unknown_place'; readonly message: string }
  /** The server is configured to calculate no tax. */
  | { readonly kind: 'not_collected' }

/**
 * Determines the tax rate of a sale. It handles no amounts: the domain does the arithmetic. The caller requests rates only for places with
 * a known country in which the organization is registered. The caller makes no request inside a transaction, unless the calculator
 * `isLocal`, and ignores an answer after `taxTimeoutSeconds`. An adapter returns the same answer for the same place and moment. It returns
 * every expected outcome as a value, and throws only if it cannot answer now. A request has no side effects, so it may be repeated at any
 * time.
 */
export interface TaxCalculator {
  /** True if every answer comes from memory, so that a transaction that holds a lock never waits for it. */
  readonly isLocal?: boolean
  /** The rate at a place, at a moment of the billing clock. */
  rateAt(place: KnownPlace, at: Timestamp): Promise<TaxRateResult>
}

/** Seconds that a calculator may take before the tax of a sale counts as unknown. */
export const taxTimeoutSeconds = 2

/** Thrown inside a transaction if a missing rate must be fetched outside it. */
export class TaxRateNotFetched extends Error {
  override readonly name = 'TaxRateNotFetched'
  readonly place: KnownPlace
  readonly at: Timestamp

  constructor(place: KnownPlace, at: Timestamp) {
    super('The rate at this place was not fetched before the transaction.')
    this.place = place
    this.at = at
  }
}

/** Returns a calculator's answer. Throws an Error if it is late or fails. */
export const requestTaxRate = async (
  calculator: TaxCalculator,
  place: KnownPlace,
  at: Timestamp,
): Promise<TaxRateResult> => {
  if (calculator.isLocal) return calculator.rateAt(place, at)
  prepareNetworkCall('A tax calculator')
  const late = () => new Error(`The tax calculator did not answer within ${taxTimeoutSeconds} seconds.`)
  return awaitWithin(taxTimeoutSeconds * 1000, calculator.rateAt(place, at), late)
}
