import type { PaymentRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'

/** The columns of a payment that its processor's answers change. */
export type PaymentChange = Partial<
  Pick<PaymentRow, 'paymentStatus' | 'settlesAt' | 'paymentTokenType' | 'fingerprint'> &
    Record<
      'statusReason' | 'avsCheck' | 'cvcCheck' | 'paymentDetails' | 'processor' | 'authentication' | 'paymentMethod',
      string | null
    >
>

/** Changes a payment whose row the caller has locked. */
export const updatePayment = (
  { db, send, organizationId, now }: Write,
  { id }: Pick<PaymentRow, 'id'>,
  change: PaymentChange,
): void => {
  send(
    db
      .updateTable('payments')
      .set({ ...change, updatedAt: now })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id),
  )
}
