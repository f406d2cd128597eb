import { type ConnectionProvider, type DatabaseConnection, type QueryExecutorProvider, Transaction } from 'kysely'
import { driverlessKyselyProps } from './transact.ts'

/**
 * Wraps a database so that statements that start at the same time share a connection and one packet, and cost one round trip. A statement
 * that starts as soon as these statements are answered uses the same connection. Otherwise the connection is released, so that the caller
 * does not block it while the caller waits for something else. The wrapper opens no transaction, although `isTransaction` is set: use it
 * for reads and single statements. Unlike a cache, it never returns stale rows. Wrap the database first and narrow it to an organization
 * afterwards: the function throws a TypeError for an organization's handle. Without this wrapper, a page view waited for up to thirteen
 * round trips in a row.
 */
export const shareConnection = <Shared extends QueryExecutorProvider>(database: Shared): Shared => {
  if ('organizationId' in database)
    throw new TypeError('Share the connection first, then narrow it to an organization.')
  const executor = database.getExecutor()
  return new Transaction({
    ...driverlessKyselyProps,
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
        // At this point, `nextTick` runs after the pending promise callbacks, so code that waited for the result has already issued its
        // next query.
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
