import type { Timestamp } from '@billing-checkout/domain'
import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'
import type { OrganizationDatabase } from '../store/in-organization.ts'
import type { Logo } from './encode-logo.ts'

/** Stores the logo of an organization that has none. */
export const insertLogo = async (db: OrganizationDatabase, { setting, body }: Logo, wall: Timestamp): Promise<void> => {
  await db.insertInto('logos').values({ file: setting.file, body, createdAt: wall }).execute()
}

/** Deletes the logo of an organization, if it has one. */
export const deleteLogo = async (db: OrganizationDatabase): Promise<void> => {
  await db.deleteFrom('logos').execute()
}

/** The bytes of a logo's file, of any organization; `undefined` if no organization has it. */
export const findLogo = async (database: Database, file: string): Promise<Uint8Array | undefined> => {
  const row = await acrossOrganizations(database, 'file name')
    .selectFrom('logos')
    .select('body')
    .where('file', '=', file)
    .limit(1)
    .executeTakeFirst()
  return row?.body
}
