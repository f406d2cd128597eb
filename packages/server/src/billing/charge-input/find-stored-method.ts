import { Problem } from '@billing-checkout/contract'
import { isUniqueViolation } from '@billing-checkout/database/errors'
import type { Write } from '../../store/writes/write.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'
import type { StoredMethod, TypedMethod } from './charge-draft.ts'
import type { PaymentBody } from './payment-body.ts'

/** The stored method that a shopper pays with. Throws if the request names none, or if the session may not use it. */
export const findStoredMethod = async (
  { db }: Write,
  { customer, session }: ResolvedSession,
  { payment_method: named }: PaymentBody,
): Promise<StoredMethod> => {
  if (named === undefined || !('id' in named)) {
    throw new Problem(
      'payment_method_required',
      'payment_method is required: a sealed card or the id of a stored method.',
    )
  }
  if (session.members.options?.payment_methods_mode === 'new_only') {
    throw new Problem(
      'payment_method_required',
      'This client session takes new payment methods only (options.payment_methods_mode), got the id of a stored one.',
    )
  }
  const row =
    customer && isBuyerNamed(session.members)
      ? await db
          .selectFrom('paymentMethods')
          .selectAll()
          .where('id', '=', named.id)
          .where('customerId', '=', customer.id)
          .where('detachedAt', 'is', null)
          .executeTakeFirst()
      : undefined
  if (row === undefined) throw new Problem('not_found', `There is no payment method ${named.id} of this customer.`)
  return { kind: 'stored', row }
}

/** Records that a sealed card or token was used. It is accepted once, whatever the payment's outcome, so a copy of it is worthless. */
export const recordUseOf = (work: Write, { use }: TypedMethod): void =>
  work.insert('usedCardTokens', use, (error) =>
    isUniqueViolation(error, 'used_card_tokens_pkey')
      ? new Problem(
          'card_token_invalid',
          'This card was used before; the card frame makes a new sealed card or token for every try.',
        )
      : error,
  )
