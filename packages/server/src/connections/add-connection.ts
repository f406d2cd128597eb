import { type PaymentMethodType, paymentMethodTypes, Problem } from '@billing-checkout/contract'
import { isUniqueViolation } from '@billing-checkout/database/errors'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { presentConnection } from '../presenters/organization/present-connection.ts'
import type { Database } from '../store/database.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import { recordOperatorAction } from '../store/audit/operator-actions.ts'
import { recordEvent } from '../store/events/record-event.ts'
import type { OperatorDecision } from '../store/reconcile-first/reconcile-first.ts'
import type { ConnectionRow } from '../store/rows.ts'
import type { ConnectionSettings } from '../store/schema/connections.ts'
import { newId } from '../store/writes/new-id.ts'
import { write } from '../store/writes/write.ts'
import { checkNewAccount } from './check-account.ts'
import { readCredentials, sealCredentials } from './credentials.ts'
import type { Connections } from './registry.ts'

/** A connection that an operator adds. */
export interface NewConnection {
  readonly organizationId: string
  readonly adapter: string
  readonly label: string | null
  /** Public settings by name. */
  readonly settings: Readonly<Record<string, string>>
  /** The text from standard input or a file. */
  readonly secret: string
  readonly livemode: boolean
}

/**
 * Adds a connection if the processor accepts the credentials and the account has the database's mode (test or live); otherwise throws and
 * writes nothing. Every server opens the connection within seconds. Nothing is charged over it before the organization's routing names it.
 */
export const addConnection = async (
  connections: Connections,
  database: Database,
  { organizationId, label, livemode, ...added }: NewConnection,
  decided: OperatorDecision,
): Promise<ConnectionRow> => {
  const adapter = await connections.loadAdapter(added.adapter)
  const credentials = readCredentials(adapter, added.secret)
  const { accountId } = await checkNewAccount(adapter, { credentials, settings: added.settings, livemode })
  const settings: ConnectionSettings = {
    account_id: accountId,
    livemode,
    api_version: adapter.apiVersion,
    card_entry: adapter.cardEntry,
    publishable_key: added.settings['publishable_key'] ?? null,
    method_kinds: parseMethodKinds(added.settings['method_kinds']),
    api_url: added.settings['api_url'] ?? null,
    script_url: added.settings['script_url'] ?? null,
    ...(added.settings['shopper_details'] === 'off' && { shopper_details: 'off' as const }),
  }
  await refuseConnected(database, { adapter: added.adapter, settings })
  const row = await write(database, organizationId, async (work) => {
    const id = newId('con', work)
    const inserted = await work.db
      .insertInto('connections')
      .values({
        id,
        adapter: added.adapter,
        label: label ?? accountId ?? added.adapter,
        sealedCredentials: sealCredentials(connections.key, id, credentials),
        settings: JSON.stringify(settings),
        reason: null,
        pausedAt: null,
        dueAt: null,
        createdAt: sql<Timestamp>`clock_timestamp()`,
        updatedAt: sql<Timestamp>`clock_timestamp()`,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordOperatorAction(work.db, {
      organizationId,
      ...decided,
      what: 'connection.added',
      subject: id,
      before: null,
      after: presentConnection(inserted),
    })
    recordEvent(work, 'connection.changed', presentConnection(inserted))
    return inserted
  }).catch(async (error: unknown) => {
    // Another operator has added the same account in the meantime.
    if (isUniqueViolation(error)) await refuseConnected(database, { adapter: added.adapter, settings })
    throw error
  })
  await connections.refresh()
  return row
}

/** Parses the kinds of methods that an operator named and the adapter has checked; null if the operator named none. */
export const parseMethodKinds = (text: string | undefined): readonly PaymentMethodType[] | null =>
  text === undefined
    ? null
    : paymentMethodTypes.filter((kind) => text.split(',').some((named) => named.trim().toUpperCase() === kind))

/**
 * Throws `invalid_parameter` if a connection to this account exists, because each of the two connections would report the other's money as
 * unaccounted for. If the processor does not reveal the account's id to one of the keys, the publishable keys are compared.
 */
const refuseConnected = async (
  database: Database,
  { adapter, settings }: { readonly adapter: string; readonly settings: ConnectionSettings },
): Promise<void> => {
  const { account_id: account, publishable_key: publishable } = settings
  const others = await acrossOrganizations(database, 'operator')
    .selectFrom('connections')
    .select(['id', 'organizationId', 'state', 'settings'])
    .where('adapter', '=', adapter)
    .execute()
  const other = others.find(({ settings: theirs }) =>
    account !== null && theirs.account_id !== null
      ? theirs.account_id === account
      : publishable !== null && theirs.publishable_key === publishable,
  )
  if (other === undefined) return
  throw new Problem(
    'invalid_parameter',
    `The account ${account ?? 'of this key'} is connected already, as ${other.id} of ${other.organizationId} (${other.state}): see connection rotate and connection enable.`,
  )
}
