/** Kinds of database trouble: failures that are not the statement's fault. */
export type TroubleKind = keyof typeof troubles

/** How a trouble is reported, and whether it stops writes. */
export interface DatabaseTrouble {
  readonly kind: TroubleKind
  /** A sentence for the operator: what is wrong and what helps. */
  readonly sentence: string
  /** Seconds after which a caller should try again. */
  readonly retryAfterSeconds: number
  /** Whether writes fail until an operator acts, even if the database still serves reads. */
  readonly stopsWrites: boolean
}

/**
 * Every kind of trouble. The server answers all of them with 503 `unavailable` and `Retry-After`. A full disk is not reported as damage,
 * because the operator would then restore a backup and lose payments. Once the database's disk has room again, the server stays unready
 * until its next check.
 */
const troubles = {
  disk_full: {
    sentence: 'The disk of the database is full: free space on it. Nothing that was answered is lost.',
    retryAfterSeconds: 30,
    stopsWrites: true,
  },
  read_only: {
    sentence: 'The database takes no writes: it is a standby, its disk is nearly full, or it was set to read-only.',
    retryAfterSeconds: 5,
    stopsWrites: true,
  },
  disk_failing: {
    sentence: 'The disk of the database fails: check the machine first.',
    retryAfterSeconds: 30,
    stopsWrites: true,
  },
  damaged: {
    sentence: 'The files of the database are damaged: stop the server and restore the database from a backup.',
    retryAfterSeconds: 30,
    stopsWrites: true,
  },
  out_of_memory: {
    sentence: 'The machine of the database is out of memory.',
    retryAfterSeconds: 5,
    stopsWrites: false,
  },
  no_connection_left: {
    sentence: 'The database has no connection left for this server: raise max_connections, or run fewer servers.',
    retryAfterSeconds: 2,
    stopsWrites: false,
  },
  not_running: {
    sentence: 'The database is starting or stopping.',
    retryAfterSeconds: 1,
    stopsWrites: false,
  },
  refuses_us: {
    sentence: 'The database no longer accepts the login of this server: check DATABASE_URL.',
    retryAfterSeconds: 30,
    stopsWrites: false,
  },
  unreachable: {
    sentence: 'The database cannot be reached, or the connection to it broke.',
    retryAfterSeconds: 1,
    stopsWrites: false,
  },
  busy: {
    sentence:
      'The server or its database was too busy: a statement, a lock or a turn timed out, or another transaction changed the same rows.',
    retryAfterSeconds: 1,
    stopsWrites: false,
  },
} as const satisfies Record<string, Omit<DatabaseTrouble, 'kind'>>

/** Returns the trouble that an error reports; `undefined` if the statement was at fault or the error does not come from the database. */
export const databaseTroubleOf = (error: unknown): DatabaseTrouble | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // When PostgreSQL stops, its Unix socket disappears. For other system calls, ENOENT has nothing to do with the database.
  const isSocketGone = code === 'ENOENT' && syscall === 'connect'
  const kind = isSocketGone
    ? 'unreachable'
    : ((typeof code === 'string' ? kindOfCode(code) : undefined) ?? kindOfMessage(error.message))
  return kind === undefined ? databaseTroubleOf(error.cause) : { kind, ...troubles[kind] }
}

/** Finds the kind for a SQLSTATE, first by its exact value and then by its class, or for an error code of the operating system. */
const kindOfCode = (code: string): TroubleKind | undefined => kinds[code] ?? kinds[`${code.slice(0, 2)}...`]

/**
 * Codes by which PostgreSQL, a pooler, the drivers or the operating system report database trouble. Codes that may also mean wrong data or
 * a wrong statement are left out.
 */
const kinds: Readonly<Record<string, TroubleKind>> = {
  // Connection exceptions. Poolers use these for every problem with their server.
  '08...': 'unreachable',
  '25006': 'read_only',
  // A transaction that we or a pooler left open too long.
  '25P03': 'busy',
  '25P04': 'busy',
  '28000': 'refuses_us',
  '28P01': 'refuses_us',
  '3D000': 'refuses_us',
  '40001': 'busy',
  '40P01': 'busy',
  '53000': 'no_connection_left',
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'no_connection_left',
  '53400': 'no_connection_left',
  '55P03': 'busy',
  '57014': 'busy',
  '57P01': 'not_running',
  '57P02': 'not_running',
  '57P03': 'not_running',
  '57P04': 'refuses_us',
  '57P05': 'unreachable',
  '58000': 'disk_failing',
  '58030': 'disk_failing',
  '58P01': 'damaged',
  XX001: 'damaged',
  XX002: 'damaged',
  database_unreachable: 'unreachable',
  database_busy: 'busy',
  disk_full: 'disk_full',
  EAI_AGAIN: 'unreachable',
  ECONNABORTED: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EDQUOT: 'disk_full',
  ENOSPC: 'disk_full',
  EIO: 'disk_failing',
  EROFS: 'read_only',
}

/** Finds the kind of an error by its message, if `kinds` lacks its code. */
const kindOfMessage = (message: string): TroubleKind | undefined => {
  if (connectionMessages.test(message)) return 'unreachable'
  // PostgreSQL has error codes for a failing disk, but does not use them everywhere.
  return /No space left on device/.test(message) ? 'disk_full' : undefined
}

const connectionMessages = new RegExp(
  `^(?:${[
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error',
    'Client was closed',
    'Postgres connection has been discarded',
    'Cannot use a pool after',
    'driver has already been destroyed',
    'Received unexpected \\w+ message from backend',
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
    'PGlite is clos(?:ed|ing)',
  ].join('|')})`,
)
