import type { CurrencyCode, Money } from '@billing-checkout/contract'
import { type ChargeLimits, isOnStep, joinLimits } from '@billing-checkout/domain'
import type { Organization } from '../organization/organization.ts'
import type { Processor } from '../processors/processor.ts'
import type { Processors } from '../processors/processors.ts'
import { processorsForCurrency } from './route-of.ts'

/** The amounts of a currency that a processor can charge. */
export const limitsAt = (
  { steps, minimum }: Pick<Processor, 'steps' | 'minimum'>,
  currency: CurrencyCode,
): ChargeLimits => ({ step: steps?.[currency] ?? 1, minimum: minimum?.[currency] ?? null })

/**
 * The amounts that every processor can charge which an organization's routes may send a sale in a currency to: a quote within these limits
 * can be charged over each of them, and stays the same while one of them is held up.
 */
export const limitsOf = (processors: Processors, organization: Organization, currency: CurrencyCode): ChargeLimits =>
  joinLimits(
    processorsForCurrency(processors, organization, currency).map((processor) => limitsAt(processor, currency)),
  )

/** The smallest step, in minor units, of the organization's processors if none of them can charge a price; undefined if one can. */
export const stepMissedBy = (
  processors: Processors,
  organization: Organization,
  { amount, currency }: Money,
): number | undefined => {
  const limits = processorsForCurrency(processors, organization, currency).map((processor) =>
    limitsAt(processor, currency),
  )
  return limits.length === 0 || limits.some((each) => isOnStep(amount, each))
    ? undefined
    : Math.min(...limits.map(({ step }) => step))
}

/**
 * If a price is more than each of the organization's processors can charge, the largest amount that one of them can; otherwise undefined.
 */
export const maximumMissedBy = (
  processors: Processors,
  organization: Organization,
  { amount, currency }: Money,
): number | undefined => {
  const largest = processorsForCurrency(processors, organization, currency).map(
    ({ maximum }) => maximum?.(currency) ?? Infinity,
  )
  const most = Math.max(...largest)
  return largest.length === 0 || amount <= most ? undefined : most
}
