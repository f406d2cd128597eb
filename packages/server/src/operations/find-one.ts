import { Problem } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import type { CallerContext } from '../organization/caller-context.ts'
import { inOrganization, type OrganizationDatabase } from '../store/in-organization.ts'

/** Returns the item with this id in the caller's organization. Throws `not_found` with the noun and the id if there is none. */
export const findOne = async <Item>(
  { database }: Billing,
  { organization }: CallerContext,
  load: (db: OrganizationDatabase, ids: readonly string[]) => Promise<readonly Item[]>,
  noun: string,
  id: string,
): Promise<Item> => requireFound(await load(inOrganization(database, organization.id), [id]), noun, id)

/** Returns the item that a query found. Throws `not_found` with the noun and the id if there is none. */
export const requireFound = <Item>([item]: readonly Item[], noun: string, id: string): Item => {
  if (item === undefined) throw new Problem('not_found', `There is no ${noun} ${id}.`)
  return item
}
