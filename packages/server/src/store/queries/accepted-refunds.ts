import { acrossOrganizations, type CrossOrganizationReason } from '../across-organizations.ts'
import type { Database } from '../database.ts'

/**
 * Selects the refunds that a processor has accepted, of all organizations, each with its payment. A worker needs the refund and the payment
 * to query the processor about a refund or to resolve it.
 */
export const selectAcceptedRefunds = (db: Database, reason: CrossOrganizationReason) =>
  acrossOrganizations(db, reason)
    .selectFrom('acceptedRefunds')
    .innerJoin('payments', (payment) =>
      payment
        .onRef('payments.organizationId', '=', 'acceptedRefunds.organizationId')
        .onRef('payments.id', '=', 'acceptedRefunds.paymentId'),
    )
    .select([
      'acceptedRefunds.organizationId',
      'acceptedRefunds.id',
      'acceptedRefunds.paymentId',
      'acceptedRefunds.connection',
      'acceptedRefunds.transactionId',
    ])
