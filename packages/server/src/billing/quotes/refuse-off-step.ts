import { type Money, Problem } from '@billing-checkout/contract'
import { isChargeable, isOnStep } from '@billing-checkout/domain'
import { limitsAt, maximumMissedBy, stepMissedBy } from '../../connections/limits-of.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Processor } from '../../processors/processor.ts'
import type { Billing } from '../billing.ts'
import { belowMinimum } from './refuse-below-minimum.ts'

/** Throws `amount_not_representable` for a price that none of the organization's processors can charge. */
export const refuseOffStep = (
  { processors }: Pick<Billing, 'processors'>,
  organization: Organization,
  price: Money,
): void => {
  const most = maximumMissedBy(processors, organization, price)
  if (most !== undefined) throw tooLarge(price, most)
  const step = stepMissedBy(processors, organization, price)
  if (step !== undefined) throw notRepresentable(price, step)
}

/** Throws `amount_not_representable` if an amount is not a multiple of this processor's smallest step in the currency. */
export const refuseOffStepAt = (processor: Processor, money: Money): void => {
  const { step } = limitsAt(processor, money.currency)
  if (!isOnStep(money.amount, { step })) throw notRepresentable(money, step)
}

/**
 * Throws `connection_changed` if the connection of a stored method cannot charge what is due. The quote was rounded for the connections to
 * which new methods are routed.
 */
export const refuseUnlessChargeable = ({ id, ...tables }: Processor, due: Money): void => {
  if (isChargeable(due.amount, limitsAt(tables, due.currency))) return
  throw new Problem(
    'connection_changed',
    `This method is charged over ${id}, which cannot charge ${due.amount} in minor units of ${due.currency}; another method can be used.`,
  )
}

/**
 * Throws if a charge without a checkout cannot be made over its connection. The code tells the merchant why: `amount_not_representable` or
 * `amount_below_minimum`.
 */
export const refuseUnchargeable = (processor: Processor, due: Money): void => {
  const limits = limitsAt(processor, due.currency)
  if (isChargeable(due.amount, limits)) return
  refuseOffStepAt(processor, due)
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
