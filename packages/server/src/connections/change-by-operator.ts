import { Problem } from '@billing-checkout/contract'
import type { AccountReport } from '../processors/adapter.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'
import type { OperatorDecision } from '../store/reconcile-first/reconcile-first.ts'
import type { ConnectionRow } from '../store/rows.ts'
import { write } from '../store/writes/write.ts'
import { checkNewAccount, checkConnectedAccount, givenAccountOf } from './check-account.ts'
import { parseMethodKinds } from './add-connection.ts'
import {
  applyReport,
  changeConnection,
  disabledColumns,
  enabledColumns,
  lockConnectionRow,
} from './change-connection.ts'
import { unsealCredentials, readCredentials, sealCredentials } from './credentials.ts'
import type { Connections } from './registry.ts'

/** Finds a connection of any organization by its id. Throws `not_found`. */
const findConnection = async (database: Database, id: string): Promise<ConnectionRow> => {
  const row = await acrossOrganizations(database, 'operator')
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `There is no connection ${JSON.stringify(id)}.`)
  return row
}

/**
 * Replaces the key of a connection with another key of the same account and, if `methodKinds` is given, also the kinds that it charges.
 * Enables the connection if it is paused. Throws if the key belongs to another account.
 */
export const rotateConnection = async (
  connections: Connections,
  database: Database,
  { id, secret, methodKinds }: RotatedConnection,
  decided: OperatorDecision,
): Promise<ConnectionRow> => {
  const found = await findConnection(database, id)
  const adapter = await connections.loadAdapter(found.adapter)
  const credentials = readCredentials(adapter, secret)
  const given = givenAccountOf(found, credentials)
  const settings = { ...given.settings, ...(methodKinds !== undefined && { method_kinds: methodKinds }) }
  const { accountId } = await checkNewAccount(adapter, { ...given, settings })
  refuseOtherAccount(found, accountId)
  const changed = await write(database, found.organizationId, async (work) => {
    const row = await lockConnectionRow(work, id)
    return changeConnection(work, row, {
      what: 'connection.rotated',
      decided,
      change: {
        // Keeps the encrypted secrets that the adapter does not use, such as those of notifications.
        sealedCredentials: sealCredentials(connections.key, id, {
          ...unsealCredentials(connections.key, row),
          ...credentials,
        }),
        settings: JSON.stringify({
          ...row.settings,
          account_id: row.settings.account_id ?? accountId,
          ...(methodKinds !== undefined && { method_kinds: parseMethodKinds(methodKinds) }),
        }),
        ...(row.state === 'paused' && enabledColumns),
      },
    })
  })
  await connections.refresh()
  return changed
}

/** The new values of a connection: a key and, if they change, the kinds that it charges. */
export interface RotatedConnection {
  readonly id: string
  readonly secret: string
  /** Such as `CARD,PAYPAL`; absent: unchanged. */
  readonly methodKinds?: string
}

/** Disables a connection. Within seconds, all servers stop moving money over it, until an operator enables it again. */
export const disableConnection = (
  connections: Connections,
  database: Database,
  id: string,
  decided: OperatorDecision,
): Promise<ConnectionRow> =>
  changeState(connections, database, id, (row) => {
    if (row.state === 'disabled') throw new Problem('invalid_parameter', `The connection ${id} is already disabled.`)
    return { what: 'connection.disabled', decided, change: disabledColumns(decided.why) }
  })

/** Enables a connection again if its processor accepts the credentials; throws otherwise. */
export const enableConnection = async (
  connections: Connections,
  database: Database,
  id: string,
  decided: OperatorDecision,
): Promise<ConnectionRow> => {
  const found = await findConnection(database, id)
  const adapter = await connections.loadAdapter(found.adapter)
  const { accountId } = await checkNewAccount(adapter, givenAccountOf(found, unsealCredentials(connections.key, found)))
  // If the processor does not reveal the account's id, there is nothing to compare: the unchanged key opens the same account.
  if (accountId !== null) refuseOtherAccount(found, accountId)
  return changeState(connections, database, id, (row) => {
    if (row.state === 'enabled') throw new Problem('invalid_parameter', `The connection ${id} is already enabled.`)
    return { what: 'connection.enabled', decided, change: enabledColumns }
  })
}

/**
 * Queries the processor about a connection. Enables the connection if it is paused and the processor accepts its key; disables it if its
 * account has the other mode (test or live).
 */
export const checkConnection = async (
  connections: Connections,
  database: Database,
  id: string,
): Promise<{ readonly row: ConnectionRow; readonly report: AccountReport }> => {
  const row = await findConnection(database, id)
  const report = await checkConnectedAccount(connections, row)
  await write(database, row.organizationId, (work) => applyReport(work, row, report))
  await connections.refresh()
  return { row: await findConnection(database, id), report }
}

/** Throws unless the key opens the connection's account. If the account's id was unknown, any key of the same mode is accepted. */
const refuseOtherAccount = ({ id, settings }: ConnectionRow, accountId: string | null): void => {
  if (settings.account_id === accountId || settings.account_id === null) return
  if (accountId === null)
    throw new Problem(
      'invalid_parameter',
      `The connection ${id} is to the account ${settings.account_id}, and the processor does not say which account this key opens: let it read the account.`,
    )
  throw new Problem(
    'invalid_parameter',
    `The connection ${id} is to the account ${settings.account_id}, and this key opens ${accountId}: add a connection of its own.`,
  )
}

const changeState = async (
  connections: Connections,
  database: Database,
  id: string,
  decide: (row: ConnectionRow) => Parameters<typeof changeConnection>[2],
): Promise<ConnectionRow> => {
  const { organizationId } = await findConnection(database, id)
  const changed = await write(database, organizationId, async (work) => {
    const row = await lockConnectionRow(work, id)
    return changeConnection(work, row, decide(row))
  })
  await connections.refresh()
  return changed
}
