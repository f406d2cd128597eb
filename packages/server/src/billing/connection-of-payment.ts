import type { Write } from '../store/write.ts'

/** The connection over which a payment was charged: its money is captured, settled and given back there and nowhere else. */
export const connectionOfPayment = async (
  { db, organizationId }: Pick<Write, 'db' | 'organizationId'>,
  paymentId: string,
): Promise<string> => {
  const { connection } = await db
    .selectFrom('attempts')
    .select('connection')
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', paymentId)
    .where('kind', 'in', ['authorize', 'verify'])
    .executeTakeFirstOrThrow()
  return connection
}
