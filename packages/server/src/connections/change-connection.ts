import { Problem } from '@billing-checkout/contract'
import { sql, type UpdateObject } from 'kysely'
import { presentConnection } from '../presenters/organization/present-connection.ts'
import { lockConnection } from '../store/writes/advisory-locks.ts'
import { recordOperatorAction } from '../store/audit/operator-actions.ts'
import type { Decided } from '../store/reconcile-first/reconcile-first.ts'
import { recordEvent } from '../store/events/record-event.ts'
import type { ConnectionRow } from '../store/rows.ts'
import type { SchemaOfOrganization } from '../store/schema/ownership.ts'
import type { Write } from '../store/writes/write.ts'

/** The columns that a change of a connection sets. */
export type ConnectionChange = Omit<
  UpdateObject<SchemaOfOrganization, 'connections'>,
  'id' | 'revision' | 'updatedAt' | 'organizationId'
>

/** A change, the operator that decided it, and its name in the record of operators' actions. */
export interface DecidedChange {
  readonly what: string
  readonly change: ConnectionChange
  readonly decided: Decided
  /** The event that reports the change; absent: `connection.changed`. */
  readonly event?: 'connection.paused'
}

/**
 * Locks a connection and loads its row. Transactions that are about to move money take the same lock, so after a change is committed, no
 * transaction can commit that has not seen the change.
 */
export const lockConnectionRow = async (work: Write, id: string): Promise<ConnectionRow> => {
  await lockConnection(work.db, id)
  const row = await work.db.selectFrom('connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `There is no connection ${JSON.stringify(id)}.`)
  return row
}

/** Changes a connection whose row is locked, records who did it, and notifies the merchant. */
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
