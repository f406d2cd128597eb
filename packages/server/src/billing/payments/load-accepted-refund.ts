import type { AcceptedRefundRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/** An accepted refund by its id. The caller has locked its payment. */
export const loadAcceptedRefund = ({ db }: Write, id: string): Promise<AcceptedRefundRow> =>
  db.selectFrom('acceptedRefunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
