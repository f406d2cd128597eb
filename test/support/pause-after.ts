import { type AliasNode, type IdentifierNode, type KyselyPlugin, type QueryId, type TableNode } from 'kysely'
import { expect } from 'vitest'
import type { Processor } from '#server/processors/processor.ts'
import type { TestDatabase } from './databases.ts'
import { countBlocked } from './count-waiting.ts'

/** A database whose transactions can be stopped right after they have read a table. */
export interface PausableDatabase extends TestDatabase {
  /** Stops the next transaction that selects from the table, or its alias, when its rows have come, before it uses them. */
  pauseAfterReading(table: string): Pause
}

/** What is stopped, or is about to be. */
export interface Pause {
  /** Resolves when it stands still. */
  readonly reached: Promise<void>
  /** Lets it go on. */
  readonly goOn: () => void
}

/** Makes a database pausable; services that use it are none the slower. */
export const pausable = (database: TestDatabase): PausableDatabase => {
  const reads = new WeakMap<QueryId, string>()
  const stops = new Map<string, () => Promise<void>>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const [from] = node.kind === 'SelectQueryNode' ? (node.from?.froms ?? []) : []
      const named =
        from?.kind === 'AliasNode' ? (from as AliasNode).alias : from && (from as TableNode).table?.identifier
      if (named?.kind === 'IdentifierNode') reads.set(queryId, (named as IdentifierNode).name)
      return node
    },
    async transformResult({ result, queryId }) {
      await stopOnce(stops, reads.get(queryId))
      return result
    },
  }
  return {
    ...database,
    db: database.db.withPlugin(plugin),
    pauseAfterReading: (table) => stopNext(stops, table),
  }
}

/** A processor whose calls can be stopped before they reach it. */
export interface PausableProcessor extends Processor {
  /** Stops the next call of a kind. */
  pauseBefore(kind: 'authorize' | 'refund'): Pause
}

/** Makes a processor pausable. */
export const pausableProcessor = (processor: Processor): PausableProcessor => {
  const stops = new Map<string, () => Promise<void>>()
  return {
    ...processor,
    async authorize(request) {
      await stopOnce(stops, 'authorize')
      return processor.authorize(request)
    },
    async refund(request) {
      await stopOnce(stops, 'refund')
      return processor.refund(request)
    },
    pauseBefore: (kind) => stopNext(stops, kind),
  }
}

const stopNext = (stops: Map<string, () => Promise<void>>, what: string): Pause => {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  stops.set(what, () => {
    reached.resolve()
    return released.promise
  })
  return { reached: reached.promise, goOn: released.resolve }
}

const stopOnce = async (stops: Map<string, () => Promise<void>>, what: string | undefined): Promise<void> => {
  const stop = what === undefined ? undefined : stops.get(what)
  if (stop === undefined) return
  stops.delete(what!)
  await stop()
}

/** Waits until some work is done, or until somebody in this database waits for a lock. */
export const doneOrWaiting = async (database: TestDatabase, work: Promise<unknown>): Promise<void> => {
  let isDone = false
  void work.finally(() => (isDone = true)).catch(() => undefined)
  await expect.poll(async () => isDone || (await countBlocked(database)) > 0).toBe(true)
}
