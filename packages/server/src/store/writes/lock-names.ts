import { sql } from 'kysely'
import { lockSeeds } from './advisory-locks.ts'
import type { OrganizationTransaction } from './of-organization.ts'

/** Locks names until this transaction ends; other transactions that lock one of them wait. They are locked in sorted order. */
export const lockNames = async (
  { db, organizationId }: Pick<OrganizationTransaction, 'db' | 'organizationId'>,
  names: readonly string[],
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, ${exclusiveName}))
    from unnest(${namesIn(organizationId, names)}::text[]) as name`.execute(db)
}

/**
 * Locks a name with the statements that a transaction sends last, in the order of their keys. A later statement of these sees what the
 * transaction before it has committed.
 */
export const lockNameLast = (
  { db, sendLast, organizationId }: Pick<OrganizationTransaction, 'db' | 'sendLast' | 'organizationId'>,
  key: string,
  name: string,
): void => {
  const [named] = namesIn(organizationId, [name])
  sendLast(key, db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${named}, ${exclusiveName}))`.as('locked')))
}

/** SQL that locks a name for each row that a lookup finds, a prefix and one of its columns, as {@link lockNames} would. */
export const lockingNameOf = (prefix: string, column: string): string =>
  `pg_advisory_xact_lock(hashtextextended(found.organization_id || '/${prefix}:' || found.${column}, ${lockSeeds.names}))`

/** Names as their locks know them: with their organization, each once, sorted so that no two transactions wait for each other. */
export const namesIn = (organizationId: string, names: readonly string[]): string[] =>
  sortedNames(names.map((name) => `${organizationId}/${name}`))

/** Names in the order in which they are locked, each once. */
export const sortedNames = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

const exclusiveName = sql.lit(lockSeeds.names)
