import type { Dispute } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { presentDispute } from './present-dispute.ts'

/** Disputes as the interface shows them, in the order of the ids. */
export const loadDisputes = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Dispute[]> => {
  const rows = await db.selectFrom('disputes').selectAll().where('id', '=', oneOf(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, presentDispute(row)]))
  return ids.map((id) => byId.get(id)).filter((dispute) => dispute !== undefined)
}
