import { setImmediate } from 'node:timers/promises'
import { type DatabaseConnection, type Driver, PGliteDialect, PostgresAdapter } from 'kysely'
import { type EndTurn, FairTurns } from '../turns/fair-turns.ts'

/**
 * PGlite's dialect with fair turns for its one connection. Kysely's own lock returns the connection at once to a caller that queries again,
 * so under load some callers wait until all others have finished.
 */
export class FairTurnsDialect extends PGliteDialect {
  override createAdapter(): EmbeddedAdapter {
    return new EmbeddedAdapter()
  }

  override createDriver(): Driver {
    const driver: Driver = super.createDriver()
    const turns = new FairTurns({ places: 1 })
    let end: EndTurn = () => {}
    let lastYieldAt = 0
    /**
     * Lets the event loop run. PGlite works in this thread. While callers queue, the event loop would otherwise stand still, and unread
     * requests would wait for all requests that are already being served.
     */
    const yieldToEventLoop = async () => {
      if (performance.now() - lastYieldAt < uninterruptedMillisMax) return
      await setImmediate()
      lastYieldAt = performance.now()
    }
    return {
      init: (options) => driver.init(options),
      acquireConnection: async (options) => {
        end = await turns.take()
        await yieldToEventLoop()
        return driver.acquireConnection(options)
      },
      beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
      commitTransaction: (connection) => driver.commitTransaction(connection),
      rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
      releaseConnection: async (connection: DatabaseConnection, options) => {
        await driver.releaseConnection(connection, options)
        end()
      },
      destroy: (options) => driver.destroy(options),
    }
  }
}

/** Milliseconds since the event loop last ran, after which the next turn first lets the event loop run. */
const uninterruptedMillisMax = 5

/** Marks a database with only one connection. Its driver gives out turns, so Kysely need not lock the connection. */
export class EmbeddedAdapter extends PostgresAdapter {}
