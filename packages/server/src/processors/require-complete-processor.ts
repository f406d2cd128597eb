import type { Processor } from './processor.ts'

/**
 * Throws if a processor does not implement its whole port, and names everything that is missing. Otherwise, an adapter for an earlier
 * version would fail only when a payment needs the missing part.
 */
export const requireCompleteProcessor = (processor: Processor): void => {
  const missing = [
    ...(Object.keys(demanded) as Member[])
      .filter((member) => !isOfKind[demanded[member]](processor[member]))
      .map((member) => `${member} (${demanded[member]})`),
    ...missingWithin(processor),
    ...badTables(processor),
  ]
  if (missing.length === 0) return
  const described = missing.join(', ')
  throw new IncompleteProcessor(
    `Processor ${JSON.stringify(processor.id)} cannot be used, because it lacks parts of its port: ${described}. See Processor in @billing-checkout/server/processor.`,
  )
}

/** Thrown for a processor that does not implement its port, at start or when its connection is opened. */
export class IncompleteProcessor extends Error {}

type Member = Exclude<
  keyof Processor,
  | 'twoSteps'
  | 'customers'
  | 'describe'
  | 'describeStored'
  | 'parseNotification'
  | 'cardEntry'
  | 'currenciesOfKinds'
  | 'steps'
  | 'minimum'
  | 'maximum'
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
  forget: 'function',
  detach: 'function',
  disputes: 'function',
  reconcile: 'function',
}

/** The members that an optional part of a processor must have if the part is present. */
const requiredInside: Readonly<Record<string, Readonly<Record<string, Demanded | 'function or nothing'>>>> = {
  twoSteps: { appliesTo: 'function or nothing', prepare: 'function', execute: 'function' },
  cardEntry: { scriptUrl: 'text' },
  customers: { make: 'function' },
}

const missingWithin = (processor: Processor): readonly string[] => {
  const parts = processor as unknown as Readonly<Record<string, unknown>>
  const functions = ['describe', 'describeStored', 'parseNotification'].filter(
    (name) => parts[name] !== undefined && typeof parts[name] !== 'function',
  )
  const members = Object.entries(requiredInside).flatMap(([part, wanted]) => {
    const value = parts[part]
    if (value === undefined) return []
    if (typeof value !== 'object' || value === null) return [`${part} (object)`]
    return Object.entries(wanted)
      .filter(([member, kind]) => !isPresent((value as Readonly<Record<string, unknown>>)[member], kind))
      .map(([member, kind]) => `${part}.${member} (${kind})`)
  })
  return [...functions.map((name) => `${name} (function)`), ...members]
}

/** The tables of amounts that contain anything but positive whole numbers. */
const badTables = (processor: Processor): readonly string[] =>
  (['steps', 'minimum'] as const)
    .filter((name) => !Object.values(processor[name] ?? {}).every((amount) => Number.isInteger(amount) && amount > 0))
    .map((name) => `${name} (table of positive whole numbers)`)

const isPresent = (value: unknown, kind: Demanded | 'function or nothing'): boolean =>
  kind === 'function or nothing' ? value === undefined || isOfKind.function(value) : isOfKind[kind](value)

const isOfKind: Readonly<Record<Demanded, (value: unknown) => boolean>> = {
  function: (value) => typeof value === 'function',
  text: (value) => typeof value === 'string' && value !== '',
  'positive number': (value) => typeof value === 'number' && value > 0,
  boolean: (value) => typeof value === 'boolean',
  list: Array.isArray,
}
