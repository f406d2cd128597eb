import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'

/** Returns what operators did to an object by hand, the oldest action first. */
export const actionsOf = async (db: Database, subject: string): Promise<readonly object[]> => {
  const actions = await acrossOrganizations(db, 'operator')
    .selectFrom('auditTrail')
    .select(['recordedAt', 'who', 'what', 'why'])
    .where('objectId', '=', subject)
    .where('why', 'is not', null)
    .orderBy('recordedAt')
    .execute()
  return actions.map(({ recordedAt, who, what, why }) => ({ at: recordedAt, who, what, why }))
}
