import { type ConnectionProvider, type DatabaseConnection, type QueryExecutorProvider, Transaction } from 'kysely'
import { withoutDriver } from './transact.ts'

/**
 * A database whose statements share a connection, and so a packet, when they are started at the same time: several are one round trip. One
 * that is started as soon as they are answered follows on the same connection. Otherwise the connection is given back, so nothing is held
 * while other things are waited for. It opens no transaction, though Kysely takes it for one (`isTransaction`): it is for reads and single
 * statements. A handle of one organization is made from it, never the other way round. A page view queried the database up to thirteen
 * times in a row. Unlike a cache, this is never wrong by another server or a moved clock.
 */
export const shareConnection = <Shared extends QueryExecutorProvider>(database: Shared): Shared => {
  if ('organizationId' in database)
    throw new TypeError('Share the connection first, then narrow it to an organization.')
  const executor = database.getExecutor()
  return new Transaction({
    ...withoutDriver,
    executor: executor.withConnectionProvider(sharing(executor)),
  }) as unknown as Shared
}

interface Lease {
  readonly connection: Promise<DatabaseConnection>
  readonly end: () => void
  users: number
}

const sharing = (source: ConnectionProvider): ConnectionProvider => {
  let current: Lease | undefined
  return {
    async provideConnection(use) {
      current ??= leaseFrom(source)
      const lease = current
      lease.users += 1
      try {
        return await use(await lease.connection)
      } finally {
        lease.users -= 1
        // Ticks run after promises. By then, code that waited for the answer has issued its next query.
        process.nextTick(() => {
          if (lease.users > 0 || current !== lease) return
          current = undefined
          lease.end()
        })
      }
    },
  }
}

const leaseFrom = (source: ConnectionProvider): Lease => {
  const taken = Promise.withResolvers<DatabaseConnection>()
  const ended = Promise.withResolvers<void>()
  source
    .provideConnection((connection) => {
      taken.resolve(connection)
      return ended.promise
    })
    .catch(taken.reject)
  return { connection: taken.promise, end: ended.resolve, users: 0 }
}
