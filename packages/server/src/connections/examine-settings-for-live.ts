import { DatabaseProblem } from '@billing-checkout/database/errors'
import { type ConnectionProtection, protectionOf } from '@billing-checkout/database/postgresql'
import type { Config } from '../config/config.ts'
import { frameOriginOf } from '../config/frame-origin-of.ts'

/** A requirement of live mode, and whether it is met. */
export interface LiveFinding {
  readonly check: string
  readonly ok: boolean
  readonly message: string
  /** Set if the server works as it is, but shoppers would benefit from a change. */
  readonly warning?: true
}

/**
 * Checks the settings without which no command can open a live server's database: where the database is, and the secret that encrypts data
 * in it.
 */
export const examineDatabaseSettingsForLive = ({
  databaseUrl,
  embeddedInLive,
  secretKey,
  dataDir,
}: Config): LiveFinding[] => [
  databaseUrl !== null
    ? found('database', 'DATABASE_URL names a PostgreSQL')
    : embeddedInLive
      ? found('database', `embedded, in ${dataDir}, as EMBEDDED_IN_LIVE allows: back it up`)
      : missing(
          'database',
          'DATABASE_URL has to name a PostgreSQL: the embedded database is one process on one disk. EMBEDDED_IN_LIVE=yes takes it all the same.',
        ),
  secretKey !== null
    ? found('secret', 'SECRET_KEY is given')
    : missing(
        'secret',
        'SECRET_KEY has to be given, for example by `openssl rand -base64 32`: a sandbox stores one next to its data, so a copy of the data contains both.',
      ),
]

/** Checks all settings that live mode needs. A finding is a warning if the server works without a change, but shoppers would benefit. */
export const examineSettingsForLive = (config: Config): LiveFinding[] => [
  ...examineDatabaseSettingsForLive(config),
  config.publicUrl?.startsWith('https:') === true
    ? found('address', config.publicUrl)
    : missing(
        'address',
        `PUBLIC_URL has to be the https address at which shoppers reach this server, ${config.publicUrl === null ? 'and is not given' : `got ${config.publicUrl}`}: browsers seal no card on a page that could have been changed in transit.`,
      ),
  frameOf(config),
  ...dashboardOf(config),
  ...databasesOf(config),
]

/** Checks how connections to the databases are protected. */
const databasesOf = ({ databaseUrl, databaseReplicaUrl }: Config): LiveFinding[] =>
  Object.entries({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: databaseReplicaUrl }).flatMap(([name, address]) => {
    if (address === null) return []
    return [databaseConnectionOf(name, address)]
  })

const databaseConnectionOf = (name: string, address: string): LiveFinding => {
  try {
    const { host, protection } = protectionOf(address, name)
    const finding = found('database connection', sentences[protection](name, host))
    return protection === 'local' || protection === 'verified' ? finding : { ...finding, warning: true }
  } catch (error) {
    // Do not show other errors, because they may quote the address, including the password.
    const message = error instanceof DatabaseProblem ? error.message : `${name} is not an address of PostgreSQL.`
    return missing('database connection', message)
  }
}

const sentences: Readonly<Record<ConnectionProtection, (name: string, host: string) => string>> = {
  local: (name) => `${name} leads to this machine`,
  verified: (name, host) => `${name} leads to ${host} over TLS, and its certificate is verified`,
  unverified: (name, host) =>
    `${name} leads to ${host} over TLS without verifying its certificate, so another machine could answer in its place: set sslmode=verify-full, and sslrootcert for a CA of its own.`,
  none: (name, host) =>
    `${name} leads to ${host} without TLS, so every machine in between can read customers and sealed cards: add sslmode=verify-full, and sslrootcert for a CA of its own.`,
}

const frameOf = (config: Config): LiveFinding => {
  const origin = frameOriginOf({ ...config, mode: 'live' }, config.publicUrl ?? '')
  if (origin !== null) return found('card frame', `at ${origin}, apart from all other pages`)
  const message = 'The card frame has the origin of all other pages: name a host of its own in FRAME_ORIGIN.'
  return { ...found('card frame', message), warning: true }
}

const dashboardOf = ({ dashboardOrigin, publicUrl, hostedPages }: Config): LiveFinding[] => {
  if (hostedPages === 'off') return []
  if (dashboardOrigin !== null && dashboardOrigin !== publicUrl)
    return [found('dashboard', `at ${dashboardOrigin}, apart from pages for shoppers`)]
  const message =
    'The dashboard has the origin of pages for shoppers: name a host of its own in DASHBOARD_ORIGIN, which you can also keep from the internet.'
  return [{ ...found('dashboard', message), warning: true }]
}

const found = (check: string, message: string): LiveFinding => ({ check, ok: true, message })
const missing = (check: string, message: string): LiveFinding => ({ check, ok: false, message })
