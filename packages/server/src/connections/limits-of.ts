import type { CurrencyCode, Money } from '@billing-checkout/contract'
import { type ChargeLimits, isOnStep, joinLimits } from '@billing-checkout/domain'
import type { Organization } from '../organization/organization.ts'
import type { Processor } from '../processors/processor.ts'
import type { Processors } from '../processors/processors.ts'

/** What a processor asks of the amounts of a currency. */
export const limitsAt = (
  { steps, minimum }: Pick<Processor, 'steps' | 'minimum'>,
  currency: CurrencyCode,
): ChargeLimits => ({ step: steps?.[currency] ?? 1, minimum: minimum?.[currency] ?? null })

/**
 * What every processor asks that an organization's routes may send a sale in a currency to, whatever it is paid by and where: so that a quote
 * can be charged over each, and stays the same while one of them is held up.
 */
export const limitsOf = (processors: Processors, organization: Organization, currency: CurrencyCode): ChargeLimits =>
  joinLimits(chargingIn(processors, organization, currency).map((processor) => limitsAt(processor, currency)))

/** The step that no processor for a price's currency can charge it on, the smallest of theirs; undefined where one can charge it. */
export const stepMissedBy = (
  processors: Processors,
  organization: Organization,
  { amount, currency }: Money,
): number | undefined => {
  const limits = chargingIn(processors, organization, currency).map((processor) => limitsAt(processor, currency))
  return limits.length === 0 || limits.some((each) => isOnStep(amount, each))
    ? undefined
    : Math.min(...limits.map(({ step }) => step))
}

const chargingIn = (
  processors: Processors,
  { settings: { routing = [] } }: Organization,
  currency: CurrencyCode,
): readonly Processor[] => {
  const routed =
    routing.length === 0
      ? [processors.forNewMethods]
      : routing
          .filter(({ currencies }) => currencies?.includes(currency) ?? true)
          .flatMap(({ connection }) => processors.find(connection) ?? [])
  return routed.filter(({ methodKinds, currenciesOfKinds }) =>
    methodKinds.some((kind) => currenciesOfKinds?.[kind]?.includes(currency) ?? true),
  )
}
