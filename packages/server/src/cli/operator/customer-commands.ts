import { beginJournal } from '../../billing/erasure/journal-erasures.ts'
import { eraseCustomer } from '../../billing/erasure/erase-customer.ts'
import { findByFoldedEmail } from '../../store/erasure/person.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { CommandTable } from '../command-context.ts'
import { throwNotFound } from '../throw-not-found.ts'

/** The customer to erase, and whether the erasure may cancel their subscriptions. */
export interface EraseInput {
  readonly id: string
  readonly cancelSubscriptions: boolean
}

/** Commands for customers of any organization. */
export const customerCommands = {
  /**
   * Erases a customer of any organization, like `DELETE /customers/{id}`. It also reports customers whose e-mail address is the same after
   * `foldText`: the operator decides whether they are the same person.
   */
  'customer erase': async ({ store, billing }, { id, cancelSubscriptions }: EraseInput) => {
    const { db } = store.database
    const customer = await acrossOrganizations(db, 'operator')
      .selectFrom('customers')
      .select(['organizationId', 'foldedEmail'])
      .where('id', '=', id)
      .executeTakeFirst()
    const { organizationId, foldedEmail } = customer ?? throwNotFound('customer', id)
    // Makes the journal of erasures if no server has run with it yet.
    await beginJournal(billing.billing, billing.billing.logger)
    const asked = { id, cancelsSubscriptions: cancelSubscriptions }
    const erased = await eraseCustomer(billing.billing, organizationId, asked)
    return { ...erased, folds_alike: await findByFoldedEmail(db, organizationId, foldedEmail) }
  },
} satisfies CommandTable
