import { Problem } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { Write } from '../../store/write.ts'

/** Who redeems a discount; null: not known. */
export interface Redeemer {
  readonly customerId: string | null
  readonly email: string | null
  readonly fingerprint: string | null
}

/** The payments of one customer, e-mail address or card that hold a redemption of a discount. */
export const countRedemptions = async (
  db: OrganizationDatabase,
  discountId: string,
  { customerId, email, fingerprint }: Redeemer,
): Promise<number> => {
  if (customerId === null && email === null && fingerprint === null) return 0
  const { count } = await db
    .selectFrom('payments')
    .innerJoin('customers', 'customers.id', 'payments.customerId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payments.discountId', '=', discountId)
    .where(({ eb, or }) =>
      or([
        ...(customerId === null ? [] : [eb('payments.customerId', '=', customerId)]),
        ...(email === null ? [] : [eb('customers.foldedEmail', '=', foldText(email))]),
        ...(fingerprint === null ? [] : [eb('payments.fingerprint', '=', fingerprint)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Counts a payment as a redemption of a discount. The conditions and the count are one statement, which locks the discount's row, so that
 * shoppers who pay at the same time never exceed a limit. Throws `amount_changed` if it cannot be redeemed any more.
 */
export const takeRedemption = async ({ db, now }: Write, discountId: string, redeemer: Redeemer): Promise<void> => {
  const taken = await db
    .updateTable('discounts')
    .set(({ eb }) => ({ redeemed: eb('redeemed', '+', 1) }))
    .where('id', '=', discountId)
    .where('archivedAt', 'is', null)
    .where(({ eb, or }) => or([eb('startsAt', 'is', null), eb('startsAt', '<=', now)]))
    .where(({ eb, or }) => or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .where(({ eb, or }) => or([eb('maxRedemptions', 'is', null), eb('redeemed', '<', eb.ref('maxRedemptions'))]))
    .returning('maxPerCustomer')
    .executeTakeFirst()
  if (taken === undefined)
    throw new Problem('amount_changed', `Discount ${discountId} has ended or is used up; the price without it applies.`)
  const { maxPerCustomer } = taken
  // Every redemption locks the discount's row first, so none of this customer is committed after this count.
  if (maxPerCustomer !== null && (await countRedemptions(db, discountId, redeemer)) >= maxPerCustomer)
    throw new Problem(
      'discount_invalid',
      `This customer, e-mail address or card has redeemed discount ${discountId} as often as it allows.`,
    )
}

/** Gives a redemption back. The discount's row is locked last, because payments of other customers change it, too. */
export const returnRedemption = ({ db, sendLast }: Pick<Write, 'db' | 'sendLast'>, discountId: string): void =>
  sendLast(
    `discount ${discountId}`,
    db
      .updateTable('discounts')
      .set(({ eb }) => ({ redeemed: eb('redeemed', '-', 1) }))
      .where('id', '=', discountId),
  )
