import { type Money, Problem } from '@billing-checkout/contract'
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
  if (money.amount % step !== 0) throw notRepresentable(money, step)
}

const notRepresentable = ({ amount, currency }: Money, step: number): Problem =>
  new Problem(
    'amount_not_representable',
    `An amount in ${currency} must be a multiple of ${step} in minor units, or the processor cannot charge or refund it, got ${amount}.`,
  )
