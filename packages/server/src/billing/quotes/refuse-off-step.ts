import { type Money, Problem } from '@billing-checkout/contract'
import { isOnStep } from '@billing-checkout/domain'
import { limitsAt, stepMissedBy } from '../../connections/limits-of.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Processor } from '../../processors/processor.ts'
import type { Billing } from '../billing.ts'

/** Throws `amount_not_representable` for a price that no processor of the organization's can charge. */
export const refuseOffStep = (
  { processors }: Pick<Billing, 'processors'>,
  organization: Organization,
  price: Money,
): void => {
  const step = stepMissedBy(processors, organization, price)
  if (step !== undefined) throw notRepresentable(price, step)
}

/** The same for an amount that moves over one processor. */
export const refuseOffStepAt = (processor: Processor, money: Money): void => {
  const { step } = limitsAt(processor, money.currency)
  if (!isOnStep(money.amount, { step })) throw notRepresentable(money, step)
}

/**
 * Throws `connection_changed` where the connection that a stored method belongs to cannot charge what was quoted for those that new methods are
 * sent to now.
 */
export const refuseUnlessCharged = ({ id, ...tables }: Processor, due: Money): void => {
  const limits = limitsAt(tables, due.currency)
  if (due.amount === 0 || (isOnStep(due.amount, limits) && due.amount >= (limits.minimum ?? 0))) return
  throw new Problem(
    'connection_changed',
    `This method is charged over ${id}, which has no amount of ${due.amount} in minor units of ${due.currency}; another method can be used.`,
  )
}

const notRepresentable = ({ amount, currency }: Money, step: number): Problem =>
  new Problem(
    'amount_not_representable',
    `An amount in ${currency} must be a multiple of ${step} in minor units, or the processor cannot charge or refund it, got ${amount}.`,
  )
