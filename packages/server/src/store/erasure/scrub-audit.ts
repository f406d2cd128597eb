import { type RawBuilder, sql } from 'kysely'
import { hmacOfParts } from '../audit/digests.ts'
import { signErased } from '../audit/erased-rows.ts'
import type { EntryToDigest } from '../audit/read-sealed-rows.ts'
import type { Database } from '../database.ts'
import type { OwnIds } from './own-ids.ts'
import type { ErasedPerson } from './person.ts'
import { scanTable, type ScannedTable } from './scan.ts'

const auditEntries: ScannedTable = {
  table: 'audit_entries',
  key: [
    ['created_at', 'timestamptz'],
    ['id', 'text'],
  ],
}

/**
 * Removes the content of all audit entries that concern or mention a person. The author, the time and the object of each write stay. The
 * HMAC of the removed parts replaces their salt, so the chain remains valid.
 */
export const scrubAuditEntries = async (
  db: Database,
  { organizationId, customerId, words }: ErasedPerson,
  { all }: OwnIds,
  auditKey: Uint8Array,
): Promise<void> => {
  const recorded = sql.raw(`fold_case(concat(before, after, why))`)
  const condition = sql`salt is not null and (object_id = any(${all})
    or strpos(${recorded}, ${customerId}) > 0 or strpos(${recorded}, ${words.email}) > 0)`
  for await (const keys of scanTable(db, organizationId, auditEntries, condition))
    await emptyEntries(db, auditKey, organizationId, sql`id = any(${keys.map(([, id]) => id)})`)
}

/** Removes the content of all audit entries about the given objects of an organization. The chain over them remains valid. */
export const emptyAuditEntriesAbout = (
  db: Database,
  auditKey: Uint8Array,
  organizationId: string,
  objects: readonly string[],
): Promise<void> => emptyEntries(db, auditKey, organizationId, sql`object_id = any(${objects})`)

const emptyEntries = async (
  db: Database,
  auditKey: Uint8Array,
  organizationId: string,
  condition: RawBuilder<unknown>,
): Promise<void> => {
  const { rows } = await sql<CopiedEntry>`
    select id, before::text as before, after::text as after, address, why, salt::text as salt, sealed_parts
    from audit_entries where organization_id = ${organizationId} and salt is not null and ${condition}`.execute(db)
  if (rows.length === 0) return
  const emptied = rows.map(({ id, before, after, address, why, ...own }) => {
    const sealedParts = hmacOfParts({ ...own, parts: [before, after, address, why] })
    const parts = [null, null, null, null]
    return { id, sealedParts, signature: signErased(auditKey, { organizationId, id, parts, sealedParts }) }
  })
  await sql`update audit_entries set before = null, after = null, address = null, why = null, salt = null,
      sealed_parts = emptied.hmac, erased_signature = emptied.signature
    from unnest(${emptied.map(({ id }) => id)}::text[], ${emptied.map((each) => each.sealedParts)}::bytea[],
      ${emptied.map(({ signature }) => signature)}::bytea[]) as emptied (id, hmac, signature)
    where organization_id = ${organizationId} and audit_entries.id = emptied.id and salt is not null`.execute(db)
}

type CopiedEntry = Pick<EntryToDigest, 'id' | 'before' | 'after' | 'address' | 'why' | 'sealedParts'> & {
  readonly salt: string
}
