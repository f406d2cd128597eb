import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'

/**
 * Ends what a restored backup would bring back although it may have ended since: sessions of users and of customers, and links by which
 * they sign in, set a password or join an organization. A link that gives a customer their former address back stays.
 */
export const endSessions = async (transaction: Database, wall: string): Promise<void> => {
  await transaction.updateTable('dashboardSessions').set({ endedAt: wall }).where('endedAt', 'is', null).execute()
  await transaction.deleteFrom('signInChallenges').execute()
  await transaction.deleteFrom('userTokens').execute()
  const everywhere = acrossOrganizations(transaction, 'restored backup')
  await everywhere
    .updateTable('portalSessions')
    .set({ endedAt: wall, linkHash: null, cookieHash: null })
    .where('endedAt', 'is', null)
    .execute()
  await everywhere.deleteFrom('portalLinks').where('kind', '=', 'sign_in').execute()
}
