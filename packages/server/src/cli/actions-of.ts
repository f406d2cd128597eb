import type { Database } from '../store/database.ts'

/** What operators did about something by hand, the oldest first. */
export const actionsOf = async (db: Database, subject: string): Promise<readonly object[]> => {
  const actions = await db
    .selectFrom('operatorActions')
    .select(['at', 'who', 'what', 'why'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return actions.map(({ at, who, what, why }) => ({ at, who, what, why }))
}
