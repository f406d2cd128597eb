import { secondsBetween } from '../calendar/seconds-between.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
import { type ConcludedContract, withdrawalEnd } from './withdrawal-end.ts'
import { withdrawalLawIn } from './withdrawal-law.ts'

/** A contract, as its consent receipt proves it. */
export interface WithdrawnContract extends ConcludedContract {
  /** The consumer's country; null if it is unknown. */
  readonly country: string | null
  /**
   * What the consumer asked to be supplied before the withdrawal period ends, knowing how that affects the right; null
   * if they did not ask.
   */
  readonly immediateSupply: 'service' | 'content' | null
  /** Whether the seller confirmed the contract and that request on a durable medium such as an email. */
  readonly isConfirmed: boolean
  /** What was charged under the contract. */
  readonly charges: readonly ChargeOfContract[]
}

/** One charge and the period that it paid for. Amounts in minor units of its currency. */
export interface ChargeOfContract {
  /** The total price of the period, with tax and less any discount. */
  readonly priceMinor: number
  /** What was paid in money. The rest of the price was paid with the customer's credit. */
  readonly paidMinor: number
  /** What was already refunded, refunds in flight included. */
  readonly refundedMinor: number
  /** The period that was paid for; null for a purchase without one. */
  readonly period: { readonly start: Timestamp; readonly end: Timestamp } | null
}

/** What a withdrawal does. */
export type WithdrawalOutcome =
  | {
      readonly kind: 'withdrawn'
      /** The contract ends, and each charge refunds the amount at its position. */
      readonly refundsMinor: readonly number[]
      /** What each charge refunds in all, including what it had refunded before. */
      readonly owedMinor: readonly number[]
    }
  /** The law of the country gives no right to withdraw. */
  | { readonly kind: 'no_right' }
  /** The period for withdrawal was over. */
  | { readonly kind: 'too_late' }
  /** The consumer gave up the right in return for immediate supply of digital content. */
  | { readonly kind: 'right_lost' }

/**
 * What a withdrawal does that was declared at an instant. The articles are those of Directive 2011/83/EU, which the other countries' laws
 * repeat:
 *
 * - Digital content that was supplied at the consumer's request: the right is lost (16(m)), if anything was paid and the seller confirmed
 *   the contract.
 * - A service that began at the consumer's request: the consumer pays for the part that was supplied, as a share of the total price
 *   (14(3)), unless they saw no notice of the right before the contract (14(4)(a)).
 * - Anything else is given back in full (13(1)).
 *
 * What the consumer owes is rounded down. Credit that paid a part of the price pays for the supplied part first.
 */
export const refundOfWithdrawal = (contract: WithdrawnContract, declaredAt: Timestamp): WithdrawalOutcome => {
  const { country, immediateSupply, concludedAt, noticeAt, isConfirmed, charges } = contract
  const end = withdrawalEnd(withdrawalLawIn(country), contract)
  if (end === null) return { kind: 'no_right' }
  if (declaredAt >= end) return { kind: 'too_late' }
  // The right is lost only if the contract obliges the consumer to pay; a free trial does not yet.
  const isPaid = charges.some(({ priceMinor }) => priceMinor > 0)
  if (immediateSupply === 'content' && isConfirmed && isPaid) return { kind: 'right_lost' }
  const paysForSupply = immediateSupply === 'service' && noticeAt !== null && noticeAt <= concludedAt
  const owedMinor = charges.map((charge) => owedOf(charge, paysForSupply ? suppliedPart(charge, declaredAt) : nothing))
  const refundsMinor = charges.map(({ refundedMinor }, at) => Math.max((owedMinor[at] ?? 0) - refundedMinor, 0))
  return { kind: 'withdrawn', refundsMinor, owedMinor }
}

/** A part of a whole, both in seconds. */
interface Part {
  readonly part: number
  readonly whole: number
}

const nothing: Part = { part: 0, whole: 1 }

/** How much of a charge's period was supplied. A purchase without a period counts as not supplied, because we do not know. */
const suppliedPart = ({ period }: ChargeOfContract, at: Timestamp): Part => {
  if (period === null) return nothing
  const whole = secondsBetween(period.start, period.end)
  if (whole <= 0) return nothing
  return { part: Math.min(Math.max(secondsBetween(period.start, at), 0), whole), whole }
}

/** What a charge gives back in all. */
const owedOf = ({ priceMinor, paidMinor }: ChargeOfContract, { part, whole }: Part): number => {
  // Bigint division rounds down, which favours the consumer.
  const suppliedMinor = Number((BigInt(priceMinor) * BigInt(part)) / BigInt(whole))
  return Math.min(paidMinor, priceMinor - suppliedMinor)
}
