import { Problem } from '@billing-checkout/contract'
import { beginJournal } from '../../billing/erasure/journal-erasures.ts'
import { eraseCustomer } from '../../billing/erasure/erase-customer.ts'
import { findFoldedAlike } from '../../store/erasure/person.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { CommandContext } from '../command-context.ts'

/** The customer to erase, and whether the erasure may cancel their subscriptions. */
export interface EraseInput {
  readonly id: string
  readonly cancelSubscriptions: boolean
}

/**
 * Erases a customer of any organization, like `DELETE /customers/{id}`. It also reports customers whose e-mail address is the same after
 * `foldText`: the operator decides whether they are the same person.
 */
export const eraseByOperator = async (
  { store, billing }: CommandContext,
  { id, cancelSubscriptions }: EraseInput,
): Promise<object> => {
  const { db } = store.database
  const customer = await acrossOrganizations(db, 'operator')
    .selectFrom('customers')
    .select(['organizationId', 'foldedEmail'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (customer === undefined) throw new Problem('not_found', `There is no customer ${JSON.stringify(id)}.`)
  // Makes the journal of erasures if no server has run with it yet.
  await beginJournal(billing.billing, billing.billing.logger)
  const { organizationId, foldedEmail } = customer
  const erased = await eraseCustomer(billing.billing, organizationId, { id, cancelsSubscriptions: cancelSubscriptions })
  return { ...erased, folds_alike: await findFoldedAlike(db, organizationId, foldedEmail) }
}
