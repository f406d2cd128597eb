import { Problem } from '@billing-checkout/contract'
import type { Processor } from './processor.ts'

/** The processors that this server is connected to, each by the id of its connection. */
export interface Processors {
  /** Charges the methods that were not stored before. */
  readonly forNewMethods: Processor
  /** Every one of them. */
  readonly all: readonly Processor[]
  /** The processor of a connection that a row names; throws {@link UnknownConnection} where this server has none of that name. */
  of(connection: string): Processor
}

/** Finds processors by their ids, which name their connections. */
export const processorsById = (forNewMethods: Processor, others: readonly Processor[] = []): Processors => {
  const all = [forNewMethods, ...others]
  const byId = new Map(all.map((processor) => [processor.id, processor]))
  return {
    forNewMethods,
    all,
    of(connection) {
      const processor = byId.get(connection)
      if (processor === undefined) throw new UnknownConnection(connection)
      return processor
    },
  }
}

/**
 * Thrown when a row names a connection that this server does not have. Its work waits for a server that does, and is sent nowhere
 * else (DECISIONS 58).
 */
export class UnknownConnection extends Problem {
  constructor(connection: string) {
    super('unavailable', `This server has no connection "${connection}" to a processor.`, { retryAfterSeconds: 60 })
  }
}
