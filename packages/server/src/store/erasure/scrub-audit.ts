import { type RawBuilder, sql } from 'kysely'
import { hmacOfParts } from '../audit/digests.ts'
import type { Database } from '../database.ts'
import type { OwnIds } from './own-ids.ts'
import type { ErasedPerson } from './person.ts'
import { scan, type ScannedTable } from './scan.ts'

const auditEntries: ScannedTable = {
  table: 'audit_entries',
  key: [
    ['created_at', 'timestamptz'],
    ['id', 'text'],
  ],
}

/**
 * Empties the entries of the audit log about a person, and those that mention them. That somebody wrote, who it was, when and to what stays;
 * the HMAC of the rest takes the place of its salt, so the chain stays whole.
 */
export const scrubAuditEntries = async (
  db: Database,
  { organizationId, customerId, words }: ErasedPerson,
  { all }: OwnIds,
): Promise<void> => {
  const told = sql.raw(`lower(concat(before, after, why))`)
  const condition = sql`salt is not null and (object_id = any(${all})
    or strpos(${told}, ${customerId}) > 0 or strpos(${told}, ${words.email}) > 0)`
  for await (const keys of scan(db, organizationId, auditEntries, condition))
    await emptyEntries(db, organizationId, sql`id = any(${keys.map(([, id]) => id)})`)
}

/** Empties all entries of the audit log about some objects of an organization; the chain over them stays whole. */
export const emptyEntriesAbout = (db: Database, organizationId: string, objects: readonly string[]): Promise<void> =>
  emptyEntries(db, organizationId, sql`object_id = any(${objects})`)

const emptyEntries = async (db: Database, organizationId: string, condition: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await sql<CopiedEntry>`
    select id, before::text as before, after::text as after, address, why, salt::text as salt, sealed_parts
    from audit_entries where organization_id = ${organizationId} and salt is not null and ${condition}`.execute(db)
  if (rows.length === 0) return
  const hmacs = rows.map(({ before, after, address, why, ...own }) =>
    hmacOfParts({ ...own, parts: [before, after, address, why] }),
  )
  await sql`update audit_entries set before = null, after = null, address = null, why = null, salt = null,
      sealed_parts = emptied.hmac
    from unnest(${rows.map(({ id }) => id)}::text[], ${hmacs}::bytea[]) as emptied (id, hmac)
    where organization_id = ${organizationId} and audit_entries.id = emptied.id and salt is not null`.execute(db)
}

interface CopiedEntry {
  readonly id: string
  readonly before: string | null
  readonly after: string | null
  readonly address: string | null
  readonly why: string | null
  readonly salt: string
  readonly sealedParts: Uint8Array | null
}

/** What was done by hand about a person keeps who did it, when and to what. */
export const scrubOperatorActions = async (
  db: Database,
  { organizationId, customerId, words }: ErasedPerson,
  { all }: OwnIds,
): Promise<void> => {
  const told = sql.raw(`lower(concat(before, after, why))`)
  await sql`update operator_actions set before = null, after = null, why = '[erased]'
    where organization_id = ${organizationId} and why <> '[erased]'
      and (subject = any(${all}) or strpos(${told}, ${customerId}) > 0 or strpos(${told}, ${words.email}) > 0)`.execute(
    db,
  )
}
