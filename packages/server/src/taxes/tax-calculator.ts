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
  /** Nobody wants tax to be calculated here. */
  | { readonly kind: 'not_collected' }

/**
 * What says how high the tax on a sale is. Money never passes through it: the domain does the arithmetic.
 *
 * The caller guarantees: it asks only about places where the organization is registered, with a known country; it never
 * asks inside a transaction, unless the calculator says that it is local; an answer that takes longer than
 * `taxTimeoutSeconds` is no answer.
 *
 * An adapter guarantees: the same answer for the same place and moment; everything it knows to expect is a value, so it
 * throws only when it cannot answer now; it changes nothing anywhere, so it may be asked any number of times.
 */
export interface TaxCalculator {
  /** True where every answer comes from memory at once, so that nobody who holds a lock waits for it. */
  readonly isLocal?: boolean
  /** The rate at a place at a billing-clock moment. */
  rateAt(place: KnownPlace, at: Timestamp): Promise<FoundRate>
}

/** How long a calculator may take before a sale is treated as one whose tax nobody knows. */
export const taxTimeoutSeconds = 2

/** Thrown inside a transaction where a rate is missing that has to be asked for outside it. */
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
