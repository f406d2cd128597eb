import { oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { MasterSecret } from '../credentials/master-secret.ts'
import { findKeptKey } from '../credentials/wrapped-keys.ts'
import { recordAuditOf } from '../store/audit/record-audit.ts'
import type { Database } from '../store/database.ts'
import { anonymizeCustomer } from '../store/erasure/anonymize-customer.ts'
import type { JournalledErasure } from '../store/erasure/journal.ts'
import { inOrganization } from '../store/in-organization.ts'
import { readSearchTerms } from '../store/erasure/person.ts'
import { scrubCopies } from '../store/erasure/scrub-copies.ts'
import type { Manifest } from './archive/manifest.ts'

/** The journal's erasures, and the secret that opens the backup's keys. */
export interface ErasuresToRepeat {
  readonly erasures: readonly JournalledErasure[]
  readonly secret: MasterSecret
}

/**
 * Erases again, with all copies, the customers whom a backup has brought back, before anyone can read their data, and returns their number.
 * Payments that were in progress at the time of the backup continue without the customer's data. The job that finishes erasures cancels
 * their subscriptions.
 */
export const repeatErasures = async (
  transaction: Database,
  { at }: Pick<Manifest, 'at'>,
  { erasures, secret }: ErasuresToRepeat,
): Promise<number> => {
  if (erasures.length === 0) return 0
  const { rows } = await sql<{ now: Timestamp }>`select billing_now() as now`.execute(transaction)
  const { now } = oneRow(rows)
  const auditKey = await findKeptKey(transaction, secret, 'audit')
  let repeated = 0
  for (const { organization, customer } of erasures) {
    const back = await inOrganization(transaction, organization)
      .selectFrom('customers')
      .select('id')
      .where('id', '=', customer)
      .where('erasedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (back === undefined) continue
    const words = await readSearchTerms(transaction, organization, customer)
    await anonymizeCustomer(transaction, organization, customer, now)
    await scrubCopies(transaction, { organizationId: organization, customerId: customer, words }, { auditKey })
    await recordAuditOf(transaction, organization, {
      object: customer,
      why: `Erased again, because the backup of ${at} was made before.`,
    })
    repeated += 1
  }
  return repeated
}
