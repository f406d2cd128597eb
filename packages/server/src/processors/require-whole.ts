import type { Processor } from './processor.ts'

/**
 * Throws unless a processor has everything that its port demands; names all that is missing at once. An adapter that was written for
 * an earlier version would otherwise fail only when the missing part is needed, with somebody's money.
 */
export const requireWhole = (processor: Processor): void => {
  const missing = (Object.keys(demanded) as Member[]).filter((member) => !isWhole(processor, member, demanded[member]))
  if (missing.length === 0) return
  const described = missing.map((member) => `${member} (${demanded[member]})`).join(', ')
  throw new IncompleteProcessor(
    `Processor ${JSON.stringify(processor.id)} cannot be used, because it lacks what its port demands: ${described}. See Processor in @billing-checkout/server/processor.`,
  )
}

/** Thrown at start for a processor that does not keep to the shape of its port. */
export class IncompleteProcessor extends Error {}

type Member = Exclude<
  keyof Processor,
  'twoSteps' | 'describe' | 'parseNotification' | 'cardEntry' | 'currenciesOfKinds'
>
type Demanded = 'function' | 'text' | 'positive number' | 'boolean' | 'list'

const demanded: Readonly<Record<Member, Demanded>> = {
  id: 'text',
  timeoutSeconds: 'positive number',
  keyWindowSeconds: 'positive number',
  needsCardNumber: 'boolean',
  methodKinds: 'list',
  authorize: 'function',
  capture: 'function',
  void: 'function',
  refund: 'function',
  lookUp: 'function',
  close: 'function',
  settlements: 'function',
  refunds: 'function',
  list: 'function',
  news: 'function',
  disputes: 'function',
}

const isWhole = (processor: Processor, member: Member, kind: Demanded): boolean => {
  const value: unknown = processor[member]
  switch (kind) {
    case 'function':
      return typeof value === 'function'
    case 'text':
      return typeof value === 'string' && value !== ''
    case 'positive number':
      return typeof value === 'number' && value > 0
    case 'boolean':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
  }
}
