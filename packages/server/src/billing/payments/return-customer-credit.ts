import { sql } from 'kysely'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'

/** Gives the credit back that a payment took, because the payment came to nothing. What went back already stays so. */
export const returnCustomerCredit = (work: Pick<Write, 'db' | 'send' | 'now'>, { id: spender }: PaymentRow): void => {
  const { db, send, now } = work
  const held = db
    .selectFrom('customerCreditUses as held')
    .where('held.spender', '=', spender)
    .where('held.returnedAt', 'is', null)
  send(
    db
      .updateTable('customerCredits')
      .set(({ eb }) => ({
        leftAmount: eb(
          'leftAmount',
          '+',
          held.select('held.amount').where('held.creditId', '=', sql.ref<string>('customerCredits.id')).$asScalar(),
        ),
      }))
      .where('id', 'in', held.select('held.creditId')),
  )
  send(
    db
      .updateTable('customerCreditUses')
      .set({ returnedAt: now })
      .where('spender', '=', spender)
      .where('returnedAt', 'is', null),
  )
}
