import type { Config } from './config.ts'
import { frameOriginOf } from './frame-origin-of.ts'

/** One thing that real money needs, and whether it is there. */
export interface LiveFinding {
  readonly check: string
  readonly ok: boolean
  readonly message: string
  /** Set where it works, and shoppers would be better off with something else. */
  readonly warning?: true
}

/** What every command needs that opens the books of a live server: where they are, and the secret they are sealed with. */
export const examineBooksForLive = ({ databaseUrl, embeddedInLive, secretKey, dataDir }: Config): LiveFinding[] => [
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
        'SECRET_KEY has to be given, for example by `openssl rand -base64 32`: a sandbox makes one beside its data, where whoever copies the data has both.',
      ),
]

/** Everything that a live server needs of its settings. What only shoppers would be better off with is told, and is no fault. */
export const examineSettingsForLive = (config: Config): LiveFinding[] => [
  ...examineBooksForLive(config),
  config.publicUrl?.startsWith('https:') === true
    ? found('address', config.publicUrl)
    : missing(
        'address',
        `PUBLIC_URL has to be the https address at which shoppers reach this server, ${config.publicUrl === null ? 'and is not given' : `got ${config.publicUrl}`}: browsers seal no card on a page that others could have changed on its way.`,
      ),
  frameOf(config),
]

const frameOf = (config: Config): LiveFinding => {
  const origin = frameOriginOf({ ...config, mode: 'live' }, config.publicUrl ?? '')
  if (origin !== null) return found('card frame', `at ${origin}, apart from all other pages`)
  const message = 'The card frame has the origin of all other pages: name a host of its own in FRAME_ORIGIN.'
  return { ...found('card frame', message), warning: true }
}

const found = (check: string, message: string): LiveFinding => ({ check, ok: true, message })
const missing = (check: string, message: string): LiveFinding => ({ check, ok: false, message })
