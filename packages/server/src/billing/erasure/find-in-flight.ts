import { type DisputeStatus, Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/**
 * The kind and id of everything of a customer that is in flight. This covers payments that may still be charged, open calls, obligations
 * and disputes, and unfinished declarations. The merchant needs the customer's data to answer a dispute. A request that erases a customer
 * has locked the customer; the due work that finishes an erasure has not.
 */
export const findInFlight = async (db: OrganizationDatabase, customerId: string): Promise<readonly string[]> => {
  const own = db.selectFrom('payments').select('id').where('customerId', '=', customerId)
  const [payments, attempts, obligations, disputes, declarations] = await Promise.all([
    own.where('paymentStatus', 'in', ['PENDING', 'AUTHORIZED']).execute(),
    db
      .selectFrom('attempts')
      .select('paymentId as id')
      .where('state', '=', 'open')
      .where('paymentId', 'in', own)
      .execute(),
    db.selectFrom('obligations').select('id').where('state', '=', 'open').where('paymentId', 'in', own).execute(),
    db.selectFrom('disputes').select('id').where('status', 'in', openStatuses).where('paymentId', 'in', own).execute(),
    findUnfinishedDeclarations(db, customerId),
  ])
  return [
    ...new Set([...payments, ...attempts].map(({ id }) => `payment ${id}`)),
    ...obligations.map(({ id }) => `obligation ${id}`),
    ...disputes.map(({ id }) => `dispute ${id}`),
    ...declarations.map(({ id }) => `declaration ${id}`),
  ]
}

/** Declarations from the customer's address that are not yet applied, or whose acknowledgement is not yet sent. */
const findUnfinishedDeclarations = (db: OrganizationDatabase, customerId: string) =>
  db
    .selectFrom('declarations')
    .innerJoin('customers', 'customers.foldedEmail', 'declarations.emailKey')
    .select('declarations.id')
    .where('customers.id', '=', customerId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('declarations.dueAt', 'is not', null),
        exists(
          selectFrom('emails')
            .select('emails.id')
            .where('emails.customerId', 'is', null)
            .where('emails.status', '=', 'queued')
            .where(sql<boolean>`emails.facts->>'declaration_id' = declarations.id`),
        ),
      ]),
    )
    .execute()

const openStatuses = ['inquiry', 'needs_response', 'under_review'] as const satisfies readonly DisputeStatus[]

/** Throws `customer_in_use`, and names these things, if there are any. */
export const refuseCustomerInUse = (customerId: string, things: readonly string[]): void => {
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
