import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql, type UpdateObject } from 'kysely'
import { presentConnection } from '../presenters/organization/present-connection.ts'
import type { AccountReport, AccountTrouble } from '../processors/adapter.ts'
import { recordOperatorAction } from '../store/audit/operator-actions.ts'
import { recordEvent } from '../store/events/record-event.ts'
import type { OperatorDecision } from '../store/reconcile-first/reconcile-first.ts'
import type { ConnectionRow } from '../store/rows.ts'
import type { SchemaOfOrganization } from '../store/schema/ownership.ts'
import { lockConnection } from '../store/writes/advisory-locks.ts'
import type { Write } from '../store/writes/write.ts'

/** The columns that a change of a connection sets. */
export type ConnectionChange = Omit<
  UpdateObject<SchemaOfOrganization, 'connections'>,
  'id' | 'revision' | 'updatedAt' | 'organizationId'
>

/** A change, who decided it and why, and the change's name in the audit log. */
export interface DecidedChange {
  readonly what: string
  readonly change: ConnectionChange
  readonly decided: OperatorDecision
  /** The event that reports the change; absent: `connection.changed`. */
  readonly event?: 'connection.paused'
}

/**
 * Locks a connection and loads its row. A trigger takes the same lock in every transaction that opens an attempt with an immediate call. So
 * every such transaction that commits after a change has seen the change.
 */
export const lockConnectionRow = async (work: Write, id: string): Promise<ConnectionRow> => {
  await lockConnection(work.db, id)
  const row = await work.db.selectFrom('connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `There is no connection ${JSON.stringify(id)}.`)
  return row
}

/** Changes a connection whose row is locked, and records the decision in the audit log and an event for the merchant. */
export const changeConnection = async (
  work: Write,
  before: ConnectionRow,
  { what, change, decided, event }: DecidedChange,
): Promise<ConnectionRow> => {
  const after = await work.db
    .updateTable('connections')
    .set({ ...change, revision: before.revision + 1, updatedAt: sql`clock_timestamp()` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordOperatorAction(work.db, {
    organizationId: work.organizationId,
    ...decided,
    what,
    subject: before.id,
    before: presentConnection(before),
    after: presentConnection(after),
  })
  recordEvent(work, event ?? 'connection.changed', presentConnection(after))
  return after
}

/** The columns of an enabled connection. */
export const enabledColumns = {
  state: 'enabled',
  reason: null,
  pausedAt: null,
  dueAt: null,
  tries: 0,
} as const satisfies ConnectionChange

/** The columns of a disabled connection. */
export const disabledColumns = (reason: string) =>
  ({ state: 'disabled', reason, pausedAt: null, dueAt: null }) as const satisfies ConnectionChange

/** Minutes from the start of a pause to the first check whether the processor accepts our credentials again. */
const firstProbeMinutes = 1

/**
 * Stops a connection that its processor refuses. The connection is paused if it may work again by itself, and disabled if the account has
 * the other mode (test or live). The function changes nothing if the connection is disabled, is paused and would only be paused again, or
 * has other credentials than `opened`.
 */
export const stopConnection = async (work: Write, opened: ConnectionRow, trouble: AccountTrouble): Promise<void> => {
  const row = await lockConnectionRow(work, opened.id)
  const hasNewCredentials = Buffer.compare(row.sealedCredentials, opened.sealedCredentials) !== 0
  if (row.state === 'disabled' || hasNewCredentials || (row.state === 'paused' && trouble.kind === 'locked_out')) return
  const why = trouble.message
  if (trouble.kind === 'other_mode') {
    const change = disabledColumns(why)
    await changeConnection(work, row, { what: 'connection.disabled', change, decided: { who: 'system', why } })
    return
  }
  await changeConnection(work, row, {
    what: 'connection.paused',
    event: 'connection.paused',
    change: {
      ...stoppedStateOf(trouble),
      pausedAt: sql<Timestamp>`clock_timestamp()`,
      dueAt: sql<Timestamp>`clock_timestamp() + ${firstProbeMinutes} * interval '1 minute'`,
      tries: 0,
    },
    decided: { who: 'system', why },
  })
}

/** The state of a connection that its processor refuses, and why. */
export const stoppedStateOf = ({ kind, message }: AccountTrouble): Pick<ConnectionRow, 'state' | 'reason'> =>
  kind === 'other_mode' ? { state: 'disabled', reason: message } : { state: 'paused', reason: message }

/**
 * Resumes a paused connection if its processor accepts our key again and every finding about the account is ok. Disables a connection whose
 * account has the other mode (test or live). Returns `connection.resumed`, `connection.disabled` or, if neither applies, `undefined`.
 */
export const applyReport = async (
  work: Write,
  row: ConnectionRow,
  report: AccountReport,
): Promise<string | undefined> => {
  if (report.kind !== 'answered') return undefined
  if (report.livemode !== row.settings.livemode) {
    await stopConnection(work, row, { kind: 'other_mode', message: explainModeMismatch(report) })
    return 'connection.disabled'
  }
  if (row.state !== 'paused' || report.findings.some(({ ok }) => !ok)) return undefined
  const locked = await lockConnectionRow(work, row.id)
  // The connection may have been paused again, disabled or given another key while the processor answered.
  if (locked.revision !== row.revision) return undefined
  await changeConnection(work, locked, {
    what: 'connection.resumed',
    change: enabledColumns,
    decided: { who: 'system', why: 'The processor accepts the key again.' },
  })
  return 'connection.resumed'
}

/** The report of an account whose processor answered. */
export type AnsweredReport = Extract<AccountReport, { readonly kind: 'answered' }>

/** Explains that an account is refused because its mode differs from the database's. */
export const explainModeMismatch = ({ accountId, livemode }: AnsweredReport): string =>
  livemode
    ? `The account ${accountId ?? 'of this key'} moves real money, and this database is a sandbox's.`
    : `The account ${accountId ?? 'of this key'} is a test account, and this database is for real money.`
