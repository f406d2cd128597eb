import type { Database } from './database.ts'
import { lookup } from './lookup.ts'
import type { PaymentRow } from './rows.ts'
import type { LoadContext } from './write.ts'

/** One payment, or `undefined`. */
export const loadPaymentRow = (db: Database, organizationId: string, id: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** One payment, locked until the transaction ends. */
export const lockPayment = async ({ find, organizationId }: LoadContext, id: string): Promise<PaymentRow | undefined> =>
  (await find(lockedById, [organizationId, id]))[0]

const lockedById = lookup('payments', ['organizationId', 'id'], { lock: 'wait' })
