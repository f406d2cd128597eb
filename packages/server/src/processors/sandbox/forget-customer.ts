import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import { scrubValue } from '../../store/erasure/scrub.ts'
import type { ForgottenCustomer } from '../processor.ts'

/**
 * Deletes the stored methods of an erased customer, and everything else about the customer in the sandbox's confirmations and ledger,
 * except the money.
 */
export const forgetCustomer = async (database: Database, { tokens, references }: ForgottenCustomer): Promise<void> => {
  await forgetMethods(database, tokens)
  const asked = await database
    .selectFrom('sandboxProcessor.confirmations')
    .select(['id', 'request'])
    .where('reference', 'in', [...references, ''])
    .execute()
  for (const { id, request } of asked)
    await database
      .updateTable('sandboxProcessor.confirmations')
      .set({
        request: JSON.stringify({ ...(scrubValue(request, []) as object), billingAddress: null, returnUrl: null }),
      })
      .where('id', '=', id)
      .execute()
  const recorded = await database
    .selectFrom('sandboxProcessor.transactions')
    .select(['reference', 'outcome'])
    .where('reference', 'in', [...references, ''])
    .where(sql<boolean>`outcome ? 'learnt'`)
    .execute()
  for (const { reference, outcome } of recorded)
    await database
      .updateTable('sandboxProcessor.transactions')
      .set({ outcome: JSON.stringify(scrubValue(outcome, [])) })
      .where('reference', '=', reference)
      .execute()
}

/** Deletes stored methods, so that they can no longer be charged. */
export const forgetMethods = async (database: Database, tokens: readonly string[]): Promise<void> => {
  await database
    .deleteFrom('sandboxProcessor.methods')
    .where('token', 'in', [...tokens, ''])
    .execute()
}
