import { setImmediate } from 'node:timers/promises'
import { type DatabaseConnection, type Driver, PGliteDialect, PostgresAdapter } from 'kysely'
import { type EndTurn, FairTurns } from '../fair-turns.ts'

/**
 * PGlite's dialect, but whoever asks for the one connection gets it in turn. Kysely's own lock lets whoever comes back at
 * once have it again, so that of a hundred callers some wait until all others have gone.
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
     * PGlite answers within this thread, so as long as anybody waits for a turn the event loop does not move on: a crowd that is
     * served already would keep everybody out whose request has not been read yet.
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

/** For how long at most nobody new is let in. */
const servedAloneMillisMax = 5

/** Tells that a database has one connection only; turns are taken by the driver, so Kysely need not lock it. */
export class EmbeddedAdapter extends PostgresAdapter {}
