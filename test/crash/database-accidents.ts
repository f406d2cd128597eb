import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseProxy } from '../support/databases/database-proxy.ts'
import type { PostgresqlServer } from '../support/databases/start-postgresql.ts'

/** The database to which accidents happen, and the proxy before it. */
export interface Stage {
  readonly postgresql: PostgresqlServer
  readonly proxy: DatabaseProxy
  /** The direct address of the servers' database, without a proxy. */
  readonly databaseUrl: string
}

/** Accidents of the database and of its connections, by name. */
export const databaseAccidents: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'busy connections are terminated': async ({ databaseUrl }) => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    for (let round = 0; round < 10; round++) {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where state <> 'idle' and pid <> pg_backend_pid() and datname = current_database()`,
      )
      await wait(30)
    }
    await client.end()
  },
  'PostgreSQL crashes and starts again': async ({ postgresql }) => {
    await postgresql.crash()
    await wait(300)
    await postgresql.start()
  },
  'connections are reset before a commit arrives': async ({ proxy }) => proxy.resetCommits('unsent', 3),
  'connections are reset before a commit is answered': async ({ proxy }) => proxy.resetCommits('unanswered', 3),
  'connections are closed': async ({ proxy }) => proxy.cut(),
  'connections are reset': async ({ proxy }) => proxy.reset(),
  'nothing passes for a second': async ({ proxy }) => {
    proxy.stall()
    await wait(1000)
    proxy.unstall()
  },
}
