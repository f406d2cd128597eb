import { type CurrencyCode, type Money, Problem } from '@billing-checkout/contract'
import { isChargeable, isOnStep } from '@billing-checkout/domain'
import {
  chargeLimitsOfProcessor,
  chargeLimitsOfRoutes,
  maximumExceededBy,
  stepViolatedBy,
} from '../../connections/charge-limits.ts'
import { minimumDue } from '../../exchange/minimum-due.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Processor } from '../../processors/processor.ts'
import type { Billing } from '../billing.ts'

/**
 * Refuses an amount above zero that is below the minimum charge of the organization's processors. If no minimum is known, about half a US
 * dollar is the minimum, because less is not worth charging.
 */
export const refuseBelowMinimum = (
  billing: RatedBilling,
  organization: Organization,
  due: Money,
  wayOut = '',
): void => {
  const minimum = minimumChargeAmount(billing, organization, due.currency)
  if (due.amount === 0 || due.amount >= minimum) return
  throw belowMinimum(due, minimum, wayOut)
}

/** What the smallest chargeable amount depends on. */
export type RatedBilling = Pick<Billing, 'processors' | 'rates' | 'mode' | 'wallClock'>

/** The smallest amount in a currency that can be charged, in minor units. */
export const minimumChargeAmount = (
  billing: RatedBilling,
  organization: Organization,
  currency: CurrencyCode,
): number =>
  chargeLimitsOfRoutes(billing.processors, organization, currency).minimum ??
  minimumDue(currency, billing.rates.latest(billing.wallClock(), billing.mode))

/** The refusal of an amount below `minimum`, in minor units. */
const belowMinimum = ({ amount, currency }: Money, minimum: number, wayOut = ''): Problem =>
  new Problem(
    'amount_below_minimum',
    `An amount must be 0 or at least ${minimum} in minor units of ${currency}, got ${amount}.${wayOut}`,
  )

/** Throws `amount_not_representable` for a price that none of the organization's processors can charge. */
export const refuseUnrepresentablePrice = (
  { processors }: Pick<Billing, 'processors'>,
  organization: Organization,
  price: Money,
): void => {
  const most = maximumExceededBy(processors, organization, price)
  if (most !== undefined) throw tooLarge(price, most)
  const step = stepViolatedBy(processors, organization, price)
  if (step !== undefined) throw notRepresentable(price, step)
}

/** Throws `amount_not_representable` if an amount is not a multiple of this processor's smallest step in the currency. */
export const refuseUnrepresentableAmount = (processor: Processor, money: Money): void => {
  const { step } = chargeLimitsOfProcessor(processor, money.currency)
  if (!isOnStep(money.amount, { step })) throw notRepresentable(money, step)
}

/**
 * Throws `connection_changed` if the connection of a stored method cannot charge what is due. This can happen because the quote was rounded
 * for the connections to which new methods are routed.
 */
export const refuseUnsuitableConnection = ({ id, ...tables }: Processor, due: Money): void => {
  if (isChargeable(due.amount, chargeLimitsOfProcessor(tables, due.currency))) return
  throw new Problem(
    'connection_changed',
    `This method is charged over ${id}, which cannot charge ${due.amount} in minor units of ${due.currency}; another method can be used.`,
  )
}

/**
 * Throws if a charge without a checkout cannot be made over its connection. The code tells the merchant why: `amount_not_representable` or
 * `amount_below_minimum`.
 */
export const refuseUnchargeableAmount = (processor: Processor, due: Money): void => {
  const limits = chargeLimitsOfProcessor(processor, due.currency)
  if (isChargeable(due.amount, limits)) return
  refuseUnrepresentableAmount(processor, due)
  throw belowMinimum(due, limits.minimum ?? 0)
}

const tooLarge = ({ amount, currency }: Money, most: number): Problem =>
  new Problem(
    'amount_not_representable',
    `An amount in ${currency} must be at most ${most} in minor units, or the processor cannot charge it, got ${amount}.`,
  )

const notRepresentable = ({ amount, currency }: Money, step: number): Problem =>
  new Problem(
    'amount_not_representable',
    `An amount in ${currency} must be a multiple of ${step} in minor units, or the processor cannot charge or refund it, got ${amount}.`,
  )
