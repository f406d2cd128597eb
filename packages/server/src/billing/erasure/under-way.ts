import { type DisputeStatus, Problem } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/**
 * A customer's money in flight, each by kind and id: payments that may still be charged, open calls, open obligations, and disputes, which
 * the merchant answers with the customer's data. The caller has locked the customer.
 */
export const findUnderWay = async (db: OrganizationDatabase, customerId: string): Promise<readonly string[]> => {
  const own = db.selectFrom('payments').select('id').where('customerId', '=', customerId)
  const [payments, attempts, obligations, disputes] = await Promise.all([
    own.where('paymentStatus', 'in', ['PENDING', 'AUTHORIZED']).execute(),
    db
      .selectFrom('attempts')
      .select('paymentId as id')
      .where('state', '=', 'open')
      .where('paymentId', 'in', own)
      .execute(),
    db.selectFrom('obligations').select('id').where('state', '=', 'open').where('paymentId', 'in', own).execute(),
    db.selectFrom('disputes').select('id').where('status', 'in', openStatuses).where('paymentId', 'in', own).execute(),
  ])
  return [
    ...new Set([...payments, ...attempts].map(({ id }) => `payment ${id}`)),
    ...obligations.map(({ id }) => `obligation ${id}`),
    ...disputes.map(({ id }) => `dispute ${id}`),
  ]
}

const openStatuses = ['inquiry', 'needs_response', 'under_review'] as const satisfies readonly DisputeStatus[]

/** Throws `customer_in_use` if anything is in flight, and names it all. */
export const refuseUnderWay = (customerId: string, things: readonly string[]): void => {
  if (things.length === 0) return
  throw new Problem(
    'customer_in_use',
    `Customer ${customerId} is not erased while these are under way: ${things.join(', ')}.`,
    {
      details: things.map((thing) => ({
        path: 'path.id',
        code: 'under_way',
        message: `${thing} is under way.`,
      })),
    },
  )
}
