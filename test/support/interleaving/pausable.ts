import type {
  AliasNode,
  CompiledQuery,
  IdentifierNode,
  KyselyPlugin,
  QueryExecutor,
  QueryId,
  RootOperationNode,
  TableNode,
} from 'kysely'
import { expect } from 'vitest'
import type { Processor } from '#server/processors/processor.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { countBlockedTransactions } from './count-waiting.ts'

/** A database whose transactions can be paused right after they have read or changed a table. */
export interface PausableDatabase extends TestDatabase {
  /** Pauses the next transaction that selects from the table (or alias), after its rows were read and before the transaction uses them. */
  pauseAfterReading(table: string): Pause
  /**
   * Pauses the next transaction that updates the table, right after the update. An update outside a transaction is already committed then.
   */
  pauseAfterChanging(table: string): Pause
}

/** A pause that will happen or has happened. */
export interface Pause {
  /** Resolves when the transaction or call is paused. */
  readonly reached: Promise<void>
  /** Lets the transaction or call continue. */
  readonly resume: () => void
}

/** A database whose transactions can be paused. Until a pause is requested, its services run at their usual speed. */
export const pausableDatabase = (database: TestDatabase): PausableDatabase => {
  const done = new WeakMap<QueryId, string>()
  const stops = new Map<string, () => Promise<void>>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result, queryId }) {
      await stopOnce(stops, done.get(queryId))
      return result
    },
  }
  const note = ({ query, queryId }: CompiledQuery): void => {
    const what = whatIsDone(query)
    if (what !== undefined) done.set(queryId, what)
  }
  const executor = database.db.getExecutor()
  // A plugin does not see statements that were compiled earlier, so the executor that gets the plugin reports each statement instead.
  const { withPlugin } = executor
  executor.withPlugin = (added) => noting(withPlugin.call(executor, added), note)
  const paused = database.db.withPlugin(plugin)
  executor.withPlugin = withPlugin
  return {
    ...database,
    db: paused,
    pauseAfterReading: (table) => stopNext(stops, `read ${table}`),
    pauseAfterChanging: (table) => stopNext(stops, `change ${table}`),
  }
}

/**
 * What a statement does, such as `read payments` or `change payments`, with its table or the table's alias; undefined if it cannot be
 * paused.
 */
const whatIsDone = (query: RootOperationNode): string | undefined => {
  const [verb, table] =
    query.kind === 'SelectQueryNode'
      ? ['read', query.from?.froms[0]]
      : ['change', query.kind === 'UpdateQueryNode' ? query.table : undefined]
  const named =
    table?.kind === 'AliasNode' ? (table as AliasNode).alias : table && (table as TableNode).table?.identifier
  return named?.kind === 'IdentifierNode' ? `${verb} ${(named as IdentifierNode).name}` : undefined
}

/** An executor that calls `note` before each statement. Executors derived from it do the same. */
const noting = (executor: QueryExecutor, note: (query: CompiledQuery) => void): QueryExecutor =>
  new Proxy(executor, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]): unknown => {
        if (name === 'executeQuery') note(given[0] as CompiledQuery)
        const answer: unknown = value.apply(target, given)
        return String(name).startsWith('with') ? noting(answer as QueryExecutor, note) : answer
      }
    },
  })

/** A processor whose calls can be paused before the processor receives them. */
export interface PausableProcessor extends Processor {
  /** Pauses the next call of this kind. */
  pauseBefore(kind: 'authorize' | 'refund'): Pause
}

/** Makes the calls of a processor pausable. */
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
  return { reached: reached.promise, resume: released.resolve }
}

const stopOnce = async (stops: Map<string, () => Promise<void>>, what: string | undefined): Promise<void> => {
  const stop = what === undefined ? undefined : stops.get(what)
  if (stop === undefined) return
  stops.delete(what!)
  await stop()
}

/** Waits until `work` is done, or until a connection to this database waits for a lock. */
export const waitUntilDoneOrBlocked = async (database: TestDatabase, work: Promise<unknown>): Promise<void> => {
  let isDone = false
  void work.finally(() => (isDone = true)).catch(() => undefined)
  await expect.poll(async () => isDone || (await countBlockedTransactions(database)) > 0).toBe(true)
}
