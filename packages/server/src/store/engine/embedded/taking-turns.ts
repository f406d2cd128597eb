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
    return {
      init: (options) => driver.init(options),
      acquireConnection: async (options) => {
        const endTurn = await turns.take()
        end = endTurn
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

/** Tells that a database has one connection only; turns are taken by the driver, so Kysely need not lock it. */
export class EmbeddedAdapter extends PostgresAdapter {}
