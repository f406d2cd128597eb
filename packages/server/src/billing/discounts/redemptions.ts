import { Problem } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { Write } from '../../store/writes/write.ts'
import { SessionRefusal } from '../session-refusal.ts'
import { invalidDiscount } from './invalid-discount.ts'

/** The buyer who redeems a discount. Unknown facts are null. */
export interface Redeemer {
  readonly customerId: string | null
  readonly email: string | null
  readonly fingerprint: string | null
}

/**
 * Counts the payments that redeemed a discount and have this customer, this card, or a customer who had this e-mail address then or has it
 * now.
 */
export const countRedemptions = async (
  db: OrganizationDatabase,
  discountId: string,
  { customerId, email, fingerprint }: Redeemer,
): Promise<number> => {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('discountId', '=', discountId)
    .where(({ eb, or, selectFrom }) =>
      or([
        ...(customerId === null ? [] : [eb('customerId', '=', customerId)]),
        ...(email === null
          ? []
          : [
              eb('foldedEmail', '=', foldText(email)),
              eb('customerId', 'in', selectFrom('customers').select('id').where('foldedEmail', '=', foldText(email))),
            ]),
        ...(fingerprint === null ? [] : [eb('fingerprint', '=', fingerprint)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A sale that redeems a discount. `sessionId` is null for a merchant's charge. */
export interface Redemption extends Redeemer {
  readonly discountId: string
  readonly sessionId: string | null
}

/**
 * Counts a payment as a redemption of a discount. One statement checks the conditions and counts. It locks the discount's row, so that
 * shoppers who pay at the same time never exceed a limit. Throws `amount_changed` if the discount can no longer be redeemed. If this buyer
 * or card has already redeemed the discount as often as the discount allows, throws `amount_changed` for a session and `discount_invalid`
 * for a merchant's charge.
 */
export const redeemDiscount = async (
  work: Write,
  { discountId, sessionId, ...redeemer }: Redemption,
): Promise<void> => {
  const { db, now } = work
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
  // Every redemption first locks the discount's row. Therefore no other redemption by this customer can commit between this count and our
  // commit.
  if (maxPerCustomer === null || (await countRedemptions(db, discountId, redeemer)) < maxPerCustomer) return
  // The session's later quotes must not contain the discount.
  if (sessionId !== null)
    throw new SessionRefusal(
      work,
      sessionId,
      { discountRefused: true },
      'amount_changed',
      'This buyer or card has redeemed the discount before; the price without it applies.',
    )
  throw invalidDiscount({
    reason: 'used_up_by_customer',
    message: `This customer, e-mail address or card has redeemed discount ${discountId} as often as it allows.`,
  })
}

/**
 * Lowers the number of a discount's redemptions by one. The discount's row is locked last in the transaction, because payments of other
 * customers also change it. A payment link's row must be locked earlier, because a payment also locks the link before the discount.
 */
export const uncountRedemption = ({ db, sendLast }: Pick<Write, 'db' | 'sendLast'>, discountId: string): void =>
  sendLast(
    `redemption of discount ${discountId}`,
    db
      .updateTable('discounts')
      .set(({ eb }) => ({ redeemed: eb('redeemed', '-', 1) }))
      .where('id', '=', discountId),
  )
