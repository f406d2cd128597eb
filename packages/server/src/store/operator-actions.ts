import type { Insertable } from 'kysely'
import type { Database } from './database.ts'
import type { OperatorActionTable } from './schema/operator-actions.ts'

/** Something that an operator did by hand. */
export interface OperatorAction extends Pick<
  Insertable<OperatorActionTable>,
  'organizationId' | 'who' | 'what' | 'subject' | 'why'
> {
  readonly before: object | null
  readonly after: object | null
}

/** Records what an operator did by hand, in the transaction that does it. */
export const recordOperatorAction = async (
  db: Database,
  { before, after, ...action }: OperatorAction,
): Promise<void> => {
  await db
    .insertInto('operatorActions')
    .values({ ...action, before: before && JSON.stringify(before), after: after && JSON.stringify(after) })
    .execute()
}
