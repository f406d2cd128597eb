import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { FairTurns } from '../turns/fair-turns.ts'
import type { InspectConnection } from '../database-engine.ts'
import { StatementNames } from '../statements/statement-names.ts'
import { PipelinedClient, type PipelinedClientConfig } from './pipelined-client.ts'

/** Options of a pool, in addition to the address of its server. */
export interface PoolOptions {
  /** Called if an idle connection breaks. */
  readonly onBroken?: (error: Error) => void
  /** Queries every new connection before it is used. */
  readonly inspect?: InspectConnection | undefined
  /** Makes the error that a caller gets if no connection could be opened; absent: the driver's own error. */
  readonly translateConnectError?: (error: unknown) => unknown
  /** The largest number of connections; absent: 10. */
  readonly connectionsMax?: number
  /** Milliseconds that a server may be silent while a statement waits; null: no limit; absent: 20 seconds. */
  readonly silenceMillisMax?: number | null
}

/**
 * A pool of connections to one PostgreSQL server. The pool replaces broken connections. If a connection shows that the server is gone or
 * has become read-only, the pool replaces all idle connections, too, because they lead to the same server.
 */
export const openPool = (
  config: pg.ClientConfig,
  {
    onBroken = () => {},
    inspect,
    translateConnectError = (error) => error,
    connectionsMax = 10,
    silenceMillisMax = silenceMillis,
  }: PoolOptions = {},
): PostgresPool => {
  const idle = new Set<PipelinedClient>()
  const abandonIdle = () => {
    for (const client of idle) client.abandon(new Error('Another connection to the same server has failed.'))
  }
  const ofClients: PipelinedClientConfig = {
    planned: { generation: 0, names: new StatementNames() },
    ...(silenceMillisMax !== null && { silenceMillisMax, onSilence: abandonIdle }),
  }
  const pool = new pg.Pool({
    ...config,
    max: connectionsMax,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...ofClients,
    Client: PipelinedClient,
    onConnect: (client) => prepare(client, inspect) as never,
  } satisfies pg.PoolConfig)
  // The next query replaces a broken idle connection. Without a listener, the break would end the process.
  pool.on('error', onBroken)
  pool.on('acquire', (client) => idle.delete(client as never))
  pool.on('remove', (client) => idle.delete(client as never))
  const turns = new FairTurns({
    places: connectionsMax,
    placesPerOrganization: Math.max(1, connectionsMax - 2),
    placesContended: Math.max(1, Math.ceil(connectionsMax * 0.4)),
    waitMillisMax: 10_000,
  })
  const connect = async () => {
    const endTurn = await turns.take()
    try {
      const client = (await pool.connect()) as PostgresPoolClient & PipelinedClient
      const { release } = client
      client.release = (reason) => {
        if (client.isReadOnly) abandonIdle()
        client.endSilence()
        idle.add(client)
        release(reason || client.isReadOnly || client.isDying)
        endTurn()
      }
      return client
    } catch (error) {
      endTurn()
      throw translateConnectError(error)
    }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

/**
 * Milliseconds. This limit is longer than `statement_timeout`, so that PostgreSQL's own error, which says more, arrives before the limit.
 */
const silenceMillis = 20_000

const prepare = async (client: pg.ClientBase, inspect: InspectConnection | undefined): Promise<void> => {
  await client.query(sessionSettings, [])
  await inspect?.(async (text) => (await client.query<object>(text, [])).rows)
}

/**
 * The settings of every new connection. A statement sets them, because connection poolers refuse start-up parameters that they do not know.
 * With these time-outs, PostgreSQL cancels a slow statement, and ends the transaction of a silent client, which releases its locks.
 */
const sessionSettings = `select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
  set_config('statement_timeout', '15s', false), set_config('idle_in_transaction_session_timeout', '30s', false)`
