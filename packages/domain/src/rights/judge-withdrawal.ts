import { secondsBetween, type Timestamp } from '../calendar/timestamp.ts'
import { type ConcludedContract, withdrawalEnd, withdrawalLawIn } from './withdrawal-law.ts'

/** A contract, with the facts that its consent receipt proves. */
export interface WithdrawnContract extends ConcludedContract {
  /** The consumer's country; null if it is unknown. */
  readonly country: string | null
  /**
   * What the consumer requested to be supplied before the withdrawal period ends, after reading how the request affects the right to
   * withdraw; null if they made no request.
   */
  readonly immediateSupply: 'service' | 'content' | null
  /** Whether the seller confirmed the contract and the request for immediate supply on a durable medium such as an email. */
  readonly isConfirmed: boolean
  /** The charges under the contract. */
  readonly charges: readonly ChargeOfContract[]
}

/** One charge and the period that it paid for. Amounts in minor units of its currency. */
export interface ChargeOfContract {
  /** The total price of the period, with tax and after any discount. */
  readonly priceMinor: number
  /** The part of the price that was paid in money. The customer's credit paid the rest. */
  readonly paidMinor: number
  /** The sum of earlier refunds, including refunds in flight. */
  readonly refundedMinor: number
  /** The paid period; null for a purchase without one. */
  readonly period: { readonly start: Timestamp; readonly end: Timestamp } | null
}

/** The result of a withdrawal. */
export type WithdrawalOutcome =
  | {
      readonly kind: 'withdrawn'
      /** The contract ends, and each charge refunds the amount at its position, in minor units. */
      readonly refundsMinor: readonly number[]
      /** The total refund of each charge, in minor units, including its earlier refunds. */
      readonly owedMinor: readonly number[]
    }
  /** The country's law gives no right to withdraw. */
  | { readonly kind: 'no_right' }
  /** The withdrawal period was over. */
  | { readonly kind: 'too_late' }
  /** The consumer gave up the right in return for immediate supply of digital content. */
  | { readonly kind: 'right_lost' }

/**
 * The result of a withdrawal that the consumer declared at `declaredAt`. The articles are those of Directive 2011/83/EU, which the other
 * countries' laws repeat:
 *
 * - If digital content was supplied at the consumer's request, the right is lost (16(m)), provided that the contract had a price and the
 *   seller confirmed it.
 * - If a service began at the consumer's request, the consumer pays for the supplied part, as a share of the total price (14(3)). They pay
 *   nothing if they saw no notice of the right before the contract (14(4)(a)).
 * - In every other case, the full price is refunded (13(1)).
 *
 * The sum that the consumer owes is rounded down. If credit paid a part of the price, the credit pays for the supplied part first.
 */
export const judgeWithdrawal = (contract: WithdrawnContract, declaredAt: Timestamp): WithdrawalOutcome => {
  const { country, immediateSupply, concludedAt, noticeAt, isConfirmed, charges } = contract
  const end = withdrawalEnd(withdrawalLawIn(country), contract)
  if (end === null) return { kind: 'no_right' }
  if (declaredAt >= end) return { kind: 'too_late' }
  // The consumer loses the right only if the contract obliges them to pay; a free trial does not oblige them yet.
  const isPaid = charges.some(({ priceMinor }) => priceMinor > 0)
  if (immediateSupply === 'content' && isConfirmed && isPaid) return { kind: 'right_lost' }
  const paysForSupply = immediateSupply === 'service' && noticeAt !== null && noticeAt <= concludedAt
  const owedMinor = charges.map((charge) => owedOf(charge, paysForSupply ? suppliedPart(charge, declaredAt) : nothing))
  const refundsMinor = charges.map(({ refundedMinor }, at) => Math.max((owedMinor[at] ?? 0) - refundedMinor, 0))
  return { kind: 'withdrawn', refundsMinor, owedMinor }
}

/** A part of a whole period, both in seconds. */
interface Part {
  readonly part: number
  readonly whole: number
}

const nothing: Part = { part: 0, whole: 1 }

/** The supplied part of a charge's period. A purchase without a period counts as not supplied, because we do not know what was supplied. */
const suppliedPart = ({ period }: ChargeOfContract, at: Timestamp): Part => {
  if (period === null) return nothing
  const whole = secondsBetween(period.start, period.end)
  if (whole <= 0) return nothing
  return { part: Math.min(Math.max(secondsBetween(period.start, at), 0), whole), whole }
}

/** The total that a charge refunds, in minor units. */
const owedOf = ({ priceMinor, paidMinor }: ChargeOfContract, { part, whole }: Part): number => {
  // Bigint division rounds down, which favors the consumer.
  const suppliedMinor = Number((BigInt(priceMinor) * BigInt(part)) / BigInt(whole))
  return Math.min(paidMinor, priceMinor - suppliedMinor)
}
