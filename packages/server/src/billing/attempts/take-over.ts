import { sql } from 'kysely'
import type { AttemptRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * Takes an open attempt over from its holder, whose outcome is ignored from then on. Returns the new fence; `undefined` if the attempt is
 * not open.
 */
export const takeOver = async ({ db }: Write, { id }: Pick<AttemptRow, 'id'>): Promise<number | undefined> => {
  const taken = await db
    .updateTable('attempts')
    .set({ fence: sql<number>`fence + 1` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('fence')
    .executeTakeFirst()
  return taken?.fence
}
