import { mintId } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { type Actor, currentActor } from '../acting.ts'
import type { Database } from '../database.ts'
import { newId } from '../writes/new-id.ts'
import type { Write } from '../writes/write.ts'

/** A write to an object. For a change, `before` and `after` hold the members that changed, or the whole object. */
export interface AuditedWrite {
  /** The id of the object that was written. */
  readonly object: string
  readonly before?: object | null
  readonly after?: object | null
  readonly why?: string
}

/**
 * Records who wrote an object, in the transaction of the write. A write that records an event needs no entry, because the event names its
 * author (`recordEvent`).
 */
export const recordAudit = (work: Write, { object, before, after, why }: AuditedWrite): void => {
  const { who, what, address, requestId } = work.actor
  work.insert('auditEntries', {
    id: newId('aud', work),
    who,
    what,
    objectId: object,
    why: why ?? null,
    address,
    requestId,
    before: inJson(before),
    after: inJson(after),
    createdAt: work.now,
  })
}

/** The organization id in entries that concern the whole server. */
const wholeServer = 'server'

/** Records who wrote an object, in a transaction that is not an organization's {@link Write}. */
export const recordAuditInTransaction = async (
  transaction: Database,
  organizationId: string | null,
  { object, before, after, why, ...given }: AuditedWrite & Partial<Pick<Actor, 'who' | 'what'>>,
): Promise<void> => {
  const { who, what, address, requestId } = { ...currentActor(), ...given }
  await sql`insert into audit_entries
      (organization_id, id, who, what, object_id, why, address, request_id, before, after, created_at)
    values (${organizationId ?? wholeServer}, ${mintId('aud', Date.now(), randomBytes(16))}, ${who}, ${what}, ${object},
      ${why ?? null}, ${address}, ${requestId}, ${inJson(before)}, ${inJson(after)}, billing_now())`.execute(
    transaction,
  )
}

const inJson = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null)
