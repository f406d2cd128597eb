import { CompiledQuery, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DatabaseLog } from '../database-log.ts'
import { DatabaseProblem } from '../database-problem.ts'
import { kyselyOver } from '../kysely-over.ts'
import type { OpenDatabase } from '../open-database.ts'
import { valueParsers } from '../value-parsers.ts'
import { SwiftClient } from './swift-client.ts'

interface PostgresqlOptions {
  readonly mode: 'sandbox' | 'live'
  readonly logger?: DatabaseLog | undefined
}

/** Opens a PostgreSQL database and makes sure that it answers. Everything in its address wins over the settings here. */
export const openPostgresql = async <Schema>(
  databaseUrl: string,
  { mode, logger }: PostgresqlOptions,
): Promise<OpenDatabase<Schema>> => {
  const settings = {
    connectionString: databaseUrl,
    application_name: `billing-checkout ${mode}`,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    Client: SwiftClient,
  } satisfies pg.PoolConfig
  const place = placeOf(settings)
  const pool = new pg.Pool(settings)
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', (error) => logger?.warn({ err: error }, `an idle connection to PostgreSQL at ${place} broke`))
  const db = kyselyOver<Schema>(
    new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(sessionSettings))
      },
    }),
  )
  const ping = async () => {
    await sql`select 1`.execute(db)
  }
  try {
    await ping()
  } catch (error) {
    await db.destroy()
    throw new DatabaseProblem('database_unreachable', `PostgreSQL at ${place} ${reasonOf(error)}.`, { cause: error })
  }
  return { kind: 'postgresql', db, ping, maintain: async () => {}, close: () => db.destroy() }
}

/**
 * Set by a statement, not by start-up parameters: connection poolers refuse parameters they do not know. A transaction
 * whose client went silent lets its locks go before anybody gives up waiting for them.
 */
const sessionSettings = `select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
  set_config('statement_timeout', '15s', false), set_config('idle_in_transaction_session_timeout', '30s', false)`

const getTypeParser = ((type, format) =>
  (format === 'binary' ? undefined : valueParsers[type]) ??
  pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser

/** Host, port and database of an address, for messages: never the user's password. */
const placeOf = (settings: pg.ClientConfig): string => {
  try {
    const { host, port, database } = new pg.Client(settings)
    return `${host}:${port}/${database ?? ''}`
  } catch {
    // No cause: the error of an address that cannot be read quotes it, password and all.
    throw new DatabaseProblem('database_unreachable', 'The address in DATABASE_URL is not one of PostgreSQL.')
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOENT: 'does not run: its socket does not exist',
  ENOTFOUND: 'has an unknown host name',
  EAI_AGAIN: 'has a host name that cannot be looked up now',
  '28000': 'does not let this user in',
  '28P01': 'rejects the user name or the password',
  '3D000': 'has no database of that name',
  '53300': 'has no connection left',
  '57P03': 'is starting or stopping',
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return reasons[code ?? ''] ?? `does not answer: ${message || code}`
}
