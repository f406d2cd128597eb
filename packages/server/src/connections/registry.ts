import { randomUUID } from 'node:crypto'
import { databaseTroubleOf } from '@billing-checkout/database/errors'
import type { Timestamp } from '@billing-checkout/domain'
import type { Logger } from 'pino'
import type { AccountTrouble, ProcessorAdapter, ConnectedAccount } from '../processors/adapter.ts'
import type { Processor } from '../processors/processor.ts'
import { knownProcessors, type Processors, processorsFrom } from '../processors/processors.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'
import { removeRunningServer, recordRunningServer } from '../store/health/running-servers.ts'
import { registerConnections } from '../store/reconcile-first/reconcile-first.ts'
import type { ConnectionRow } from '../store/rows.ts'
import { write } from '../store/writes/write.ts'
import { unsealCredentials } from './credentials.ts'
import { notificationSecretsOf } from './notifications/notification-secrets.ts'
import { stopConnection, stoppedStateOf } from './change-connection.ts'

/** Loads the package of a processor by its name. Throws a `Problem` that says what to install if the package is missing. */
export type LoadAdapter = (name: string) => Promise<ProcessorAdapter>

/** The parts that opening connections needs. */
export interface ConnectionDependencies {
  readonly database: Database
  readonly mode: 'sandbox' | 'live'
  readonly logger: Logger
  readonly wallClock: () => Timestamp
  /** Decrypts the credentials in the rows. */
  readonly connectionKey: Buffer
  readonly loadAdapter: LoadAdapter
  /** Wraps an adapter's processor so that billing may use it. */
  readonly wrapProcessor: (processor: Processor) => Processor
  /** The processor that charges new methods for organizations without routing. */
  readonly defaultProcessor: Processor
  /** Further processors that were given to the server at its start. */
  readonly otherProcessors: readonly Processor[]
}

/** The connections of all organizations, as this process has opened them. */
export interface Connections {
  readonly processors: Processors
  readonly loadAdapter: LoadAdapter
  readonly key: Buffer
  /** Opens connections that were added or changed since the last check. If nothing changed, this takes one statement. */
  refresh(): Promise<void>
  /** Checks for changes repeatedly, so that a change needs no restart of any server. Returns the function that ends these checks. */
  watch(): () => Promise<void>
}

/**
 * How often a server checks for connections that another process has added or changed. A change takes effect on every server after about
 * this time.
 */
const checkEveryMillis = 2000
/** How often a server reports that it runs, and counts the running servers. */
const countEveryMillis = 10_000

/**
 * Opens all connections. A connection that cannot be opened here, for example because its adapter is not installed, is logged and left out.
 * Whenever an attempt with an immediate call is written, a trigger checks the connection's state, so a server with an outdated state starts
 * no such call over a stopped connection. Each check for changes compares all revisions, which will be too slow for thousands of
 * connections.
 */
export const openConnections = async (parts: ConnectionDependencies): Promise<Connections> => {
  const { database, logger, defaultProcessor, otherProcessors } = parts
  const open = new Map<string, OpenConnection>()
  const summarize = () =>
    knownProcessors(defaultProcessor, [...otherProcessors, ...processorsOf(open)], stopReasonsOf(open))
  let known = summarize()
  let seenRevisions = ''
  const serverId = randomUUID()
  let servers = 1
  let checking: Promise<void> | null = null

  const stop = (row: ConnectionRow, trouble: AccountTrouble): void => {
    const stopping = open.get(row.id)
    // From now on this process sends nothing more over the connection, even before the row in the database is changed.
    if (stopping?.revision === row.revision)
      open.set(row.id, { ...stopping, row: { ...row, ...stoppedStateOf(trouble) } })
    known = summarize()
    write(database, row.organizationId, (work) => stopConnection(work, row, trouble))
      .then(refresh)
      .catch((error: unknown) => {
        logger.error({ connection: row.id, err: error }, 'the state of a connection could not be stored')
      })
  }

  const openChanged = async (): Promise<void> => {
    const revisions = await readRevisions(database)
    if (revisions === seenRevisions) return
    const rows = await acrossOrganizations(database, 'operator').selectFrom('connections').selectAll().execute()
    const changed = rows.filter(({ id, revision }) => open.get(id)?.revision !== revision)
    for (const row of changed) {
      const isStopped = () => known.stoppedConnections.has(row.id)
      open.set(
        row.id,
        await openRow({ ...parts, serverCount: () => servers, isStopped: isStopped }, row, open.get(row.id), stop),
      )
    }
    if (changed.length > 0)
      await registerConnections(
        database,
        changed.map(({ id }) => id),
      )
    known = summarize()
    seenRevisions = revisions
  }
  const refresh = (): Promise<void> => {
    // A running check may have started before the change that the caller wants to see, so another check follows it.
    const next = (checking ?? Promise.resolve()).catch(() => {}).then(() => openChanged())
    checking = next
    return next
  }
  await refresh()

  return {
    loadAdapter: parts.loadAdapter,
    key: parts.connectionKey,
    refresh,
    processors: processorsFrom(() => known),
    watch() {
      let stopping = false
      let timer: NodeJS.Timeout | undefined
      let countedAt = -Infinity
      const count = async (): Promise<void> => {
        if (performance.now() - countedAt < countEveryMillis) return
        countedAt = performance.now()
        servers = await recordRunningServer(database, serverId)
      }
      const again = (): void => {
        timer = setTimeout(() => {
          void Promise.all([refresh(), count()])
            // The database's trouble watch logs database trouble once a minute, so only other errors are logged here.
            .catch((error: unknown) => {
              if (databaseTroubleOf(error) === undefined)
                logger.warn({ err: error }, 'connections could not be checked')
            })
            .then(() => (stopping ? undefined : again()))
        }, checkEveryMillis)
      }
      again()
      return async () => {
        stopping = true
        clearTimeout(timer)
        await checking?.catch(() => {})
        await removeRunningServer(database, serverId).catch(() => {})
      }
    },
  }
}

/** An open connection of this process. */
interface OpenConnection {
  readonly row: ConnectionRow
  /** The revision of the row as it was read; it does not change if this process stops the connection. */
  readonly revision: number
  /** Null if this process cannot open the connection. */
  readonly processor: Processor | null
}

const processorsOf = (open: ReadonlyMap<string, OpenConnection>): readonly Processor[] =>
  [...open.values()].flatMap(({ processor }) => (processor === null ? [] : [processor]))

const stopReasonsOf = (open: ReadonlyMap<string, OpenConnection>): ReadonlyMap<string, string> =>
  new Map(
    [...open.values()].flatMap(({ row: { id, state, reason } }) =>
      state === 'enabled' ? [] : [[id, `The connection ${id} is ${state}: ${reason}`] as const],
    ),
  )

/** A text that differs after every change of any connection: no row is ever deleted, and each change raises the revision of its row. */
const readRevisions = async (database: Database): Promise<string> => {
  const { count, sum } = await acrossOrganizations(database, 'operator')
    .selectFrom('connections')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('revision').as('sum')])
    .executeTakeFirstOrThrow()
  return `${count} ${sum}`
}

const openRow = async (
  parts: ConnectionDependencies & Pick<ConnectedAccount, 'serverCount' | 'isStopped'>,
  row: ConnectionRow,
  known: OpenConnection | undefined,
  stop: (row: ConnectionRow, trouble: AccountTrouble) => void,
): Promise<OpenConnection> => {
  const { revision } = row
  if (known?.processor && isSameAccount(known.row, row)) return { row, revision, processor: known.processor }
  try {
    const adapter = await parts.loadAdapter(row.adapter)
    const credentials = unsealCredentials(parts.connectionKey, row)
    const processor = adapter.open({
      connection: row.id,
      credentials,
      notificationSecrets: notificationSecretsOf(credentials),
      settings: row.settings,
      connectedAt: row.createdAt,
      serverCount: parts.serverCount,
      isStopped: parts.isStopped,
      report: (trouble) => stop(row, trouble),
    })
    return { row, revision, processor: parts.wrapProcessor(processor) }
  } catch (error) {
    parts.logger.error({ connection: row.id, adapter: row.adapter, err: error }, 'a connection cannot be opened here')
    return { row, revision, processor: null }
  }
}

/** Whether two rows have equal credentials and settings, so that a processor that was opened for one row also works for the other. */
const isSameAccount = (one: ConnectionRow, other: ConnectionRow): boolean =>
  Buffer.compare(one.sealedCredentials, other.sealedCredentials) === 0 &&
  JSON.stringify(one.settings) === JSON.stringify(other.settings)
