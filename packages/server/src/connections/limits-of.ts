import type { CurrencyCode, Money } from '@billing-checkout/contract'
import { type ChargeLimits, isOnStep, joinLimits } from '@billing-checkout/domain'
import type { Organization } from '../organization/organization.ts'
import type { Processor } from '../processors/processor.ts'
import type { Processors } from '../processors/processors.ts'
import { processorsForCurrency } from './route-of.ts'

/** The amounts that a processor can charge in a currency. */
export const limitsAt = (
  { steps, minimum }: Pick<Processor, 'steps' | 'minimum'>,
  currency: CurrencyCode,
): ChargeLimits => ({ step: steps?.[currency] ?? 1, minimum: minimum?.[currency] ?? null })

/**
 * The amounts that can be charged over every route for a currency. Each of the routes' processors can charge a quote within these limits,
 * so the quote stays the same while one of their connections is paused or disabled.
 */
export const limitsOf = (processors: Processors, organization: Organization, currency: CurrencyCode): ChargeLimits =>
  joinLimits(
    processorsForCurrency(processors, organization, currency).map((processor) => limitsAt(processor, currency)),
  )

/**
 * If none of the organization's processors can charge a price because of its step, returns the smallest of their steps in minor units;
 * otherwise undefined.
 */
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
 * If a price exceeds what each of the organization's processors can charge, returns the largest amount that one of them can charge, in
 * minor units; otherwise undefined.
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
