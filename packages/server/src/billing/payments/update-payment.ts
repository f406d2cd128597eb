import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'

/** The columns that may change in a payment after it was recorded. */
export type PaymentChange = Partial<
  Omit<PaymentRow, 'organizationId' | 'id' | 'claimId' | 'customerId' | 'purpose' | 'createdAt' | 'updatedAt'>
>

/** Changes a payment whose row the caller has locked, and answers the changed row. */
export const updatePayment = ({ update, now }: Write, payment: PaymentRow, change: PaymentChange): PaymentRow => {
  update('payments', { id: payment.id }, { ...paymentColumns(change), updatedAt: now })
  return { ...payment, ...change, updatedAt: now }
}

/** Columns of a payment as they are written: objects become jsonb. */
export const paymentColumns = <Columns extends PaymentChange>(columns: Columns): WrittenColumns<Columns> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  ) as WrittenColumns<Columns>

type WrittenColumns<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends string | number | null | undefined
    ? Columns[Name]
    : string | Extract<Columns[Name], null>
}
