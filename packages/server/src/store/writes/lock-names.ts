import { sql } from 'kysely'
import { lockSeeds } from './advisory-locks.ts'
import type { OrganizationTransaction } from './organization-transaction.ts'

/** Locks names in sorted order until this transaction ends. Other transactions that lock one of these names wait. */
export const lockNames = async (
  { db, organizationId }: Pick<OrganizationTransaction, 'db' | 'organizationId'>,
  names: readonly string[],
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, ${namesSeed}))
    from unnest(${namesOfOrganization(organizationId, names)}::text[]) as name`.execute(db)
}

/**
 * Locks a name with a statement that the transaction sends last. The transaction sends such statements in the order of their keys, so a
 * statement with a later key sees what the previous holder of the lock committed.
 */
export const lockNameLast = (
  { db, sendLast, organizationId }: Pick<OrganizationTransaction, 'db' | 'sendLast' | 'organizationId'>,
  key: string,
  name: string,
): void => {
  const [named] = namesOfOrganization(organizationId, [name])
  sendLast(key, db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${named}, ${namesSeed}))`.as('locked')))
}

/**
 * Returns SQL with which a lookup locks a name for each row that it finds, like {@link lockNames}. The name consists of the prefix, a colon
 * and the row's value in the column.
 */
export const lockNameSql = (prefix: string, column: string): string =>
  `pg_advisory_xact_lock(hashtextextended(found.organization_id || '/${prefix}:' || found.${column}, ${lockSeeds.names}))`

/**
 * Returns the names as they are locked: prefixed with the organization's id, without duplicates, and sorted so that no two transactions
 * deadlock.
 */
export const namesOfOrganization = (organizationId: string, names: readonly string[]): string[] =>
  sortedNames(names.map((name) => `${organizationId}/${name}`))

/** Returns the names without duplicates, in the order in which they are locked. */
export const sortedNames = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

const namesSeed = sql.lit(lockSeeds.names)
