import { sql } from 'kysely'
import { lockSeeds } from './advisory-locks.ts'
import type { OrganizationTransaction } from './of-organization.ts'

/** Locks names in sorted order until this transaction ends; other transactions that lock one of them wait. */
export const lockNames = async (
  { db, organizationId }: Pick<OrganizationTransaction, 'db' | 'organizationId'>,
  names: readonly string[],
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, ${exclusiveName}))
    from unnest(${namesIn(organizationId, names)}::text[]) as name`.execute(db)
}

/**
 * Locks a name with a statement that the transaction sends last. Such statements are sent in the order of their keys, so a later one sees
 * what the previous holder of the lock committed.
 */
export const lockNameLast = (
  { db, sendLast, organizationId }: Pick<OrganizationTransaction, 'db' | 'sendLast' | 'organizationId'>,
  key: string,
  name: string,
): void => {
  const [named] = namesIn(organizationId, [name])
  sendLast(key, db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${named}, ${exclusiveName}))`.as('locked')))
}

/** SQL for a lookup that locks a name for each row found, as {@link lockNames} does: a prefix with the value of a column. */
export const lockingNameOf = (prefix: string, column: string): string =>
  `pg_advisory_xact_lock(hashtextextended(found.organization_id || '/${prefix}:' || found.${column}, ${lockSeeds.names}))`

/** Names as their locks know them: with their organization, each once, sorted so that no two transactions wait for each other. */
export const namesIn = (organizationId: string, names: readonly string[]): string[] =>
  sortedNames(names.map((name) => `${organizationId}/${name}`))

/** Names in the order in which they are locked, each once. */
export const sortedNames = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

const exclusiveName = sql.lit(lockSeeds.names)
