import type { CurrencyCode, Money } from '@billing-checkout/contract'
import { type ChargeLimits, isOnStep, joinLimits } from '@billing-checkout/domain'
import type { Organization } from '../organization/organization.ts'
import type { Processor } from '../processors/processor.ts'
import type { Processors } from '../processors/processors.ts'
import { processorsForCurrency } from './routed-processor.ts'

/** Returns the minimum of a processor's charges in a currency, and the step: charges must be multiples of it. Both are in minor units. */
export const chargeLimitsOfProcessor = (
  { steps, minimum }: Pick<Processor, 'steps' | 'minimum'>,
  currency: CurrencyCode,
): ChargeLimits => ({ step: steps?.[currency] ?? 1, minimum: minimum?.[currency] ?? null })

/**
 * Returns the limits that all routes of an organization allow for charges in a currency. Every processor of these routes can charge a quote
 * within the limits, so the quote stays the same while a connection is paused or disabled.
 */
export const chargeLimitsOfRoutes = (
  processors: Processors,
  organization: Organization,
  currency: CurrencyCode,
): ChargeLimits =>
  joinLimits(
    processorsForCurrency(processors, organization, currency).map((processor) =>
      chargeLimitsOfProcessor(processor, currency),
    ),
  )

/**
 * Returns the smallest step of the organization's processors, in minor units, if a price is not a multiple of any of their steps, so that
 * none of them can charge it; otherwise undefined.
 */
export const stepViolatedBy = (
  processors: Processors,
  organization: Organization,
  { amount, currency }: Money,
): number | undefined => {
  const limits = processorsForCurrency(processors, organization, currency).map((processor) =>
    chargeLimitsOfProcessor(processor, currency),
  )
  return limits.length === 0 || limits.some((each) => isOnStep(amount, each))
    ? undefined
    : Math.min(...limits.map(({ step }) => step))
}

/**
 * If a price exceeds what each of the organization's processors can charge, returns the largest amount that one of them can charge, in
 * minor units; otherwise undefined.
 */
export const maximumExceededBy = (
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
