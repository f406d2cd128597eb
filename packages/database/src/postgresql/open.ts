import { PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DatabaseLog } from '../database-log.ts'
import { DatabaseProblem } from '../errors/database-problem.ts'
import { createCamelCaseKysely } from '../create-kysely.ts'
import type { InspectConnection, OpenDatabase } from '../database-engine.ts'
import { pingDatabase, probeWriteTo } from '../probe-database.ts'
import { valueParsers } from '../values/value-parsers.ts'
import { openPool } from './open-pool.ts'
import { addressForDriver } from './address-for-driver.ts'

/** Options of a PostgreSQL database, in addition to its address; see `OpenDatabaseOptions`. */
export interface PostgresqlOptions {
  readonly mode: 'sandbox' | 'live'
  readonly logger?: DatabaseLog | undefined
  readonly inspect?: InspectConnection | undefined
}

/**
 * Opens a PostgreSQL database and checks that it answers. Settings in the address override the settings here. Throws `database_unreachable`
 * if the text is no PostgreSQL address, or if the database does not answer or accepts no writes.
 */
export const openPostgresql = async <Schema>(
  databaseUrl: string,
  { mode, logger, inspect }: PostgresqlOptions,
): Promise<OpenDatabase<Schema>> => {
  const connectionString = addressForDriver(databaseUrl)
  const place = placeOf({ connectionString })
  const config = {
    connectionString,
    application_name: `billing-checkout ${mode}`,
    types: { getTypeParser },
  }
  // If PostgreSQL restarts, all idle connections break at once, and one warning is enough.
  const onBroken = onceAMinute((error: Error) =>
    logger?.warn({ err: error }, `idle connections to PostgreSQL at ${place} broke`),
  )
  const problemOf = (error: unknown) =>
    new DatabaseProblem('database_unreachable', `PostgreSQL at ${place} ${reasonOf(error)}.`, { cause: error })
  // A TLS error alone does not show that the database caused it: an expired certificate of a processor has the same code. So the error is
  // named here, where its origin is known.
  const translateConnectError = (error: unknown) => (isOfCertificate(error) ? problemOf(error) : error)
  const db = createCamelCaseKysely<Schema>(
    new PostgresDialect({
      pool: openPool(config, { onBroken, inspect, translateConnectError }),
    }),
  )
  // A separate pool, so that the readiness check does not wait for connections that requests use.
  const health = createCamelCaseKysely<Schema>(
    new PostgresDialect({
      pool: openPool(config, { onBroken, translateConnectError, connectionsMax: 1 }),
    }),
  )
  const ping = shared(() => pingDatabase(health))
  const close = async () => {
    await Promise.all([db.destroy(), health.destroy()])
  }
  try {
    await ping()
  } catch (error) {
    await close()
    throw error instanceof DatabaseProblem ? error : problemOf(error)
  }
  return { kind: 'postgresql', db, ping, probeWrite: () => probeWriteTo(health), maintain: async () => {}, close }
}

const onceAMinute = <Given>(act: (given: Given) => void): ((given: Given) => void) => {
  let actedAt = -Infinity
  return (given) => {
    const now = performance.now()
    if (now - actedAt < 60_000) return
    actedAt = now
    act(given)
  }
}

/** Shares one running query among all callers that wait for its answer, so that a silent database is queried once. */
const shared = (ask: () => Promise<void>): (() => Promise<void>) => {
  let asking: Promise<void> | undefined
  return () => (asking ??= ask().finally(() => (asking = undefined)))
}

/** Returns the function that parses values of a PostgreSQL type. */
export const getTypeParser = ((type, format) =>
  (format === 'binary' ? undefined : valueParsers[type]) ??
  pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser

/** Host, port and database of an address, for messages; never the user or the password. */
const placeOf = (settings: pg.ClientConfig): string => {
  try {
    const { host, port, database } = new pg.Client(settings)
    return `${host}:${port}/${database ?? ''}`
  } catch {
    // The cause is left out, because the driver's error for an unreadable address quotes the address, including the password.
    throw new DatabaseProblem('database_unreachable', 'The address in DATABASE_URL is not one of PostgreSQL.')
  }
}

const unknownCa =
  "has a certificate of a CA that this machine does not know: name the file with the CA's certificates in sslrootcert"

const certificateReasons: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: unknownCa,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownCa,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownCa,
  UNABLE_TO_GET_ISSUER_CERT: unknownCa,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownCa,
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host name: use the name that the certificate has',
}

const isOfCertificate = (error: unknown): boolean =>
  Object.hasOwn(certificateReasons, (error as { code?: string }).code ?? '')

const reasons: Readonly<Record<string, string>> = {
  '25006': 'takes no writes: it is a standby, or set to read only',
  ECONNREFUSED: 'refuses connections',
  ENOENT: 'does not run: its socket does not exist',
  ENOTFOUND: 'has an unknown host name',
  EAI_AGAIN: 'has a host name that cannot be looked up now',
  '28000': 'refuses this user',
  '28P01': 'rejects the user name or the password',
  '3D000': 'has no database of that name',
  '53300': 'has no connection left',
  '57P03': 'is starting or stopping',
  ...certificateReasons,
}

/** The end of PostgreSQL's message when it refuses a connection without TLS: the first form up to version 13, the second since 14. */
const withoutTls = /(SSL off|no encryption)$/

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  if (message === 'The server does not support SSL connections')
    return 'offers no TLS: turn it on there, or leave sslmode out of the address if the network is your own'
  if (code === '28000' && message !== undefined && withoutTls.test(message))
    return 'refuses this user without TLS: add sslmode=verify-full to DATABASE_URL'
  return reasons[code ?? ''] ?? `does not answer: ${message || code}`
}
