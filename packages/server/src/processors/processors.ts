import { Problem } from '@billing-checkout/contract'
import { ConnectionUnavailable } from '../store/reconcile-first/reconcile-first.ts'
import type { Processor } from './processor.ts'

/** The processors of this server, each by the id of its connection. More may be added while the server runs. */
export interface Processors {
  /** Charges new methods for organizations without routing. */
  readonly defaultProcessor: Processor
  /** All processors, whatever the state of their connections. */
  readonly all: readonly Processor[]
  /**
   * Returns the processor of a connection. Throws {@link UnknownConnection} if this server does not have the connection, and {@link
   * ConnectionUnavailable} if nothing may be sent over it.
   */
  of(connection: string): Processor
  /** Returns the processor of a connection, whatever its state; undefined if this server does not have the connection. */
  find(connection: string): Processor | undefined
  /** Paused and disabled connections, over which nothing is sent, each with a sentence that says why. */
  readonly stoppedConnections: ReadonlyMap<string, string>
}

/** Creates {@link Processors} from a fixed list. Each processor is found by its id, which is also the id of its connection. */
export const processorsById = (defaultProcessor: Processor, others: readonly Processor[] = []): Processors => {
  const known = knownProcessors(defaultProcessor, others)
  return processorsFrom(() => known)
}

/** The processors at one moment. */
export interface KnownProcessors {
  readonly defaultProcessor: Processor
  readonly byId: ReadonlyMap<string, Processor>
  readonly stoppedConnections: ReadonlyMap<string, string>
}

/** Prepares processors for {@link processorsFrom}. */
export const knownProcessors = (
  defaultProcessor: Processor,
  others: readonly Processor[],
  stoppedConnections: ReadonlyMap<string, string> = new Map(),
): KnownProcessors => ({
  defaultProcessor,
  byId: new Map([defaultProcessor, ...others].map((processor) => [processor.id, processor])),
  stoppedConnections,
})

/** Creates {@link Processors} over the processors that `known` returns at each call. */
export const processorsFrom = (known: () => KnownProcessors): Processors => ({
  get defaultProcessor() {
    return known().defaultProcessor
  },
  get all() {
    return [...known().byId.values()]
  },
  get stoppedConnections() {
    return known().stoppedConnections
  },
  find: (connection) => known().byId.get(connection),
  of(connection) {
    const { byId, stoppedConnections } = known()
    const holdUp = stoppedConnections.get(connection)
    if (holdUp !== undefined) throw new ConnectionUnavailable(connection, holdUp)
    const processor = byId.get(connection)
    if (processor === undefined) throw new UnknownConnection(connection)
    return processor
  },
})

/**
 * Returns the processor of a connection even if the connection is paused, for code that sends nothing, such as recording an answer. Throws
 * {@link UnknownConnection}.
 */
export const processorEvenIfPaused = (processors: Processors, connection: string): Processor => {
  const processor = processors.find(connection)
  if (processor === undefined) throw new UnknownConnection(connection)
  return processor
}

/**
 * Thrown if a row refers to a connection that this server does not have. The work waits for a server with this connection. It never goes to
 * another processor, because a token must not reach a processor that does not know it.
 */
export class UnknownConnection extends Problem {
  constructor(connection: string) {
    super('unavailable', `This server has no connection "${connection}" to a processor.`, { retryAfterSeconds: 60 })
  }
}
