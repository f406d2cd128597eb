import { sql } from 'kysely'
import { selectCreditOf } from '../../store/entities/customer-credits.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * Gives a customer back the credit that a payment spent, because the payment failed or was not wanted. Credit stays withdrawn if its source
 * was refunded in the meantime. Calling this again changes nothing.
 */
export const returnCustomerCredit = (work: Pick<Write, 'db' | 'send' | 'now'>, { id: spender }: PaymentRow): void => {
  const { db, send, now } = work
  const held = db
    .selectFrom('customerCreditUses as held')
    .where('held.spender', '=', spender)
    .where('held.returnedAt', 'is', null)
  const ofCredit = held.where('held.creditId', '=', sql.ref<string>('customerCredits.id'))
  // Wait for the locks of the credit's rows, so that the next statements see what another transaction wrote to them.
  send(selectCreditOf(db, spender))
  send(
    db
      .updateTable('customerCredits')
      .set(({ eb }) => ({
        leftAmount: eb(
          'leftAmount',
          '+',
          ofCredit.select(sql<number>`held.amount - held.taken_back_amount`.as('left')).$asScalar(),
        ),
        takenBackAmount: eb('takenBackAmount', '+', ofCredit.select('held.takenBackAmount').$asScalar()),
      }))
      .where('id', 'in', held.select('held.creditId')),
  )
  send(
    db
      .updateTable('customerCreditUses')
      .set({ returnedAt: now, takenBackAmount: 0 })
      .where('spender', '=', spender)
      .where('returnedAt', 'is', null),
  )
}
