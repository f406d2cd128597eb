import { sql } from 'kysely'
import { findOrganization } from '../../organization/load-organization.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'
import { actOnDeclaration } from './act-on-declaration.ts'

/** Declarations that are stored and not yet applied. */
export const declarationWork: WorkKind<DueRow> = {
  name: 'declaration',
  ...rowsDueBy('declarations', 'due_at', [], 'id'),
  isOpen: sql<boolean>`declarations.due_at is not null`,
  limit: 100,
  lanes: 4,
  perform: ({ billing, work, row }) => act(billing, work, row.id),
}

const act = async (billing: Billing, work: Write, id: string): Promise<string | undefined> => {
  const [organization, row] = await Promise.all([
    findOrganization(work),
    work.db.selectFrom('declarations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  ])
  // Another worker has applied the declaration since this worker loaded it.
  if (organization === undefined || row === undefined || row.dueAt === null) return undefined
  work.update('declarations', { id }, { dueAt: null })
  const { email } = row
  if (email === null) return undefined
  await actOnDeclaration(billing, work, organization, { ...row, email })
  return 'declaration.received'
}
