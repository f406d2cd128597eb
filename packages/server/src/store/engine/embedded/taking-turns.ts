import { setImmediate } from 'node:timers/promises'
import { type DatabaseConnection, type Driver, PGliteDialect, PostgresAdapter } from 'kysely'
import { type EndTurn, FairTurns } from '../transactions/fair-turns.ts'

/**
 * PGlite's dialect, with turns for its one connection. Kysely's own lock gives the connection back at once to a caller who asks
 * again, so that some of a hundred callers wait until all others are done.
 */
export class TakingTurns extends PGliteDialect {
  override createAdapter(): EmbeddedAdapter {
    return new EmbeddedAdapter()
  }

  override createDriver(): Driver {
    const driver: Driver = super.createDriver()
    const turns = new FairTurns({ places: 1 })
    let end: EndTurn = () => {}
    let lastIn = 0
    /**
     * Lets the event loop run. PGlite answers within this thread, so the event loop would stand still as long as a caller waits
     * for a turn, and requests that have not been read yet would wait for those being served.
     */
    const letOthersIn = async () => {
      if (performance.now() - lastIn < servedAloneMillisMax) return
      await setImmediate()
      lastIn = performance.now()
    }
    return {
      init: (options) => driver.init(options),
      acquireConnection: async (options) => {
        end = await turns.take()
        await letOthersIn()
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

/** Milliseconds after which new requests are let in at the latest. */
const servedAloneMillisMax = 5

/** Marks a database that has one connection only. Its driver takes turns, so Kysely need not lock it. */
export class EmbeddedAdapter extends PostgresAdapter {}
