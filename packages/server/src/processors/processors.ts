import { Problem } from '@billing-checkout/contract'
import { ConnectionHeld } from '../store/reconcile-first/connection-held.ts'
import type { Processor } from './processor.ts'

/** The processors that this server is connected to, each by the id of its connection; more may come while it runs. */
export interface Processors {
  /** Charges the new methods of organizations that have no routing. */
  readonly forNewMethods: Processor
  /** Every one of them, whatever the state of its connection. */
  readonly all: readonly Processor[]
  /**
   * The processor of a connection that a row names. Throws {@link UnknownConnection} if this server has none of that name, and
   * {@link ConnectionHeld} if no request may be sent over it.
   */
  of(connection: string): Processor
  /** The same, whatever the state of the connection; undefined if this server has none of that name. */
  find(connection: string): Processor | undefined
  /** Connections over which nothing is sent, because they are paused or disabled, each with a sentence that says why. */
  readonly heldConnections: ReadonlyMap<string, string>
}

/** Finds processors by their ids, which name their connections. */
export const processorsById = (forNewMethods: Processor, others: readonly Processor[] = []): Processors => {
  const known = knownProcessors(forNewMethods, others)
  return processorsThat(() => known)
}

/** The processors that there are at one moment. */
export interface KnownProcessors {
  readonly forNewMethods: Processor
  readonly byId: ReadonlyMap<string, Processor>
  readonly heldConnections: ReadonlyMap<string, string>
}

/** What {@link processorsThat} finds processors among. */
export const knownProcessors = (
  forNewMethods: Processor,
  others: readonly Processor[],
  heldConnections: ReadonlyMap<string, string> = new Map(),
): KnownProcessors => ({
  forNewMethods,
  byId: new Map([forNewMethods, ...others].map((processor) => [processor.id, processor])),
  heldConnections,
})

/** Finds processors among those that are known at the moment. */
export const processorsThat = (known: () => KnownProcessors): Processors => ({
  get forNewMethods() {
    return known().forNewMethods
  },
  get all() {
    return [...known().byId.values()]
  },
  get heldConnections() {
    return known().heldConnections
  },
  find: (connection) => known().byId.get(connection),
  of(connection) {
    const { byId, heldConnections } = known()
    const holdUp = heldConnections.get(connection)
    if (holdUp !== undefined) throw new ConnectionHeld(connection, holdUp)
    const processor = byId.get(connection)
    if (processor === undefined) throw new UnknownConnection(connection)
    return processor
  },
})

/**
 * The processor of a connection that a row names, whatever the state of the connection: for what sends nothing over it now, such as writing
 * down an answer that came while the connection was paused. Throws {@link UnknownConnection}.
 */
export const processorEvenIfPaused = (processors: Processors, connection: string): Processor => {
  const processor = processors.find(connection)
  if (processor === undefined) throw new UnknownConnection(connection)
  return processor
}

/**
 * Thrown when a row names a connection that this server does not have. Its work waits for a server that does, and is sent nowhere
 * else. Attempts and payment methods name their connection, so that a token never reaches a processor that does not know
 * it.
 */
export class UnknownConnection extends Problem {
  constructor(connection: string) {
    super('unavailable', `This server has no connection "${connection}" to a processor.`, { retryAfterSeconds: 60 })
  }
}
