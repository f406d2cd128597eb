import { beforeNetworkCall } from '../store/writes/inside-transaction.ts'
import type { TaxPart, TaxPlace, TaxPlaceField, Timestamp } from '@billing-checkout/domain'
import type { TaxProvider } from '../store/schema/tax-decision.ts'

/** A place whose country is known; states are codes in capitals, postal codes have no spaces. */
export interface KnownPlace extends TaxPlace {
  readonly country: NonNullable<TaxPlace['country']>
}

/** What a calculator knows of a place. */
export type FoundRate =
  /**
   * A decimal rate of zero or more, "0.19". `asks` names what is not known of the place and would make it more exact, `needs` the
   * part of that without which the rate is a guess. `parts` are the taxes behind the rate, if there are several.
   */
  | {
      readonly kind: 'rate'
      readonly rate: string
      readonly parts?: readonly TaxPart[]
      readonly provider: TaxProvider
      readonly asks: readonly TaxPlaceField[]
      readonly needs?: readonly TaxPlaceField[]
    }
  /** Nothing can be said before these members of the place are known. */
  | { readonly kind: 'incomplete'; readonly asks: readonly TaxPlaceField[] }
  /** The calculator does not know this place; the message is for the operator. */
  | { readonly kind: 'unknown_place'; readonly message: string }
  /** The server is configured to calculate no tax. */
  | { readonly kind: 'not_collected' }

/**
 * Determines the tax rate of a sale. It handles no amounts: the domain does the arithmetic.
 *
 * The caller guarantees: it requests a rate only for places where the organization is registered, with a known country. It never calls
 * inside a transaction, unless the calculator says that it is local. It treats an answer that takes longer than `taxTimeoutSeconds` as no
 * answer.
 *
 * An adapter guarantees: it gives the same answer for the same place and moment. Every expected outcome is a value, so it throws only if it
 * cannot answer now. It has no side effects, so it may be called any number of times.
 */
export interface TaxCalculator {
  /** True if every answer comes from memory at once, so that a transaction that holds a lock never waits for it. */
  readonly isLocal?: boolean
  /** The rate at a place at a billing-clock moment. */
  rateAt(place: KnownPlace, at: Timestamp): Promise<FoundRate>
}

/** How long a calculator may take before the tax of a sale counts as unknown. */
export const taxTimeoutSeconds = 2

/** Thrown inside a transaction if a missing rate must be fetched outside of it. */
export class RateNotAsked extends Error {
  override readonly name = 'RateNotAsked'
  readonly place: KnownPlace
  readonly at: Timestamp

  constructor(place: KnownPlace, at: Timestamp) {
    super('Nobody has asked for the rate at this place before the transaction.')
    this.place = place
    this.at = at
  }
}

/** A calculator's answer, within its time. Throws an Error when it is late or breaks. */
export const askForRate = async (calculator: TaxCalculator, place: KnownPlace, at: Timestamp): Promise<FoundRate> => {
  if (calculator.isLocal) return calculator.rateAt(place, at)
  beforeNetworkCall('A tax calculator')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `The tax calculator did not answer within ${taxTimeoutSeconds} seconds.`
    timer = setTimeout(() => reject(new Error(message)), taxTimeoutSeconds * 1000)
  })
  try {
    return await Promise.race([calculator.rateAt(place, at), late])
  } finally {
    clearTimeout(timer)
  }
}
