import { sql } from 'kysely'
import { scrubCopies } from '../../store/erasure/scrub-copies.ts'
import type { ErasedPerson, SearchTerms } from '../../store/erasure/person.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { cancelSubscription, findLive } from './end-subscriptions.ts'
import { journalErasures } from './journal-erasures.ts'
import { findUnderWay } from './under-way.ts'

type Erased = Pick<ErasedPerson, 'organizationId' | 'customerId'>

/**
 * Finishes erasures: once every request that may have read the customer before the erasure has ended, scrubs the remaining copies. Then it
 * deletes the words by which copies are recognised. Returns the number of finished erasures.
 */
export const finishErasures = async (
  billing: Billing,
  { afterSeconds = lastWriterSeconds }: { readonly afterSeconds?: number } = {},
): Promise<number> => {
  await journalErasures(billing)
  const { rows } = await sql<Erased & { isDue: boolean }>`
    select organization_id, customer_id, erased_at <= clock_timestamp() - make_interval(secs => ${afterSeconds}) as is_due
    from erasures where finished_at is null order by erased_at limit 100`.execute(billing.database)
  let finished = 0
  for (const erased of rows) {
    await cancelLive(billing, erased)
    if (!erased.isDue) continue
    // A restored backup may bring back a payment in flight. Wait for its outcome.
    if ((await isUnderWay(billing, erased)) || !(await finishErasure(billing, erased))) continue
    await sql`update erasures set finished_at = clock_timestamp(), words = null
      where organization_id = ${erased.organizationId} and customer_id = ${erased.customerId}`.execute(billing.database)
    finished += 1
  }
  return finished
}

/** Seconds after which no request, processor call or delivery that began before an erasure can still write. */
const lastWriterSeconds = 300

/** Scrubs the copies of an erased customer's data. Returns whether it finished within its time. */
export const finishErasure = async (
  { database, auditKey }: Billing,
  erased: Erased,
  isLate?: () => boolean,
): Promise<boolean> => {
  const { rows } = await sql<{ words: SearchTerms | null }>`
    select words from erasures where organization_id = ${erased.organizationId} and customer_id = ${erased.customerId}
      and finished_at is null`.execute(database)
  const words = rows[0]?.words
  return words == null || scrubCopies(database, { ...erased, words }, { auditKey, ...(isLate && { isLate }) })
}

/** Cancels subscriptions that a restored backup brought back for an erased customer. */
const cancelLive = async ({ database }: Billing, { organizationId, customerId }: Erased): Promise<void> => {
  const live = await findLive(inOrganization(database, organizationId), customerId)
  if (live.length === 0) return
  await write(database, organizationId, async (work) => {
    await lockNames(work, [lockName.customer(customerId), ...live.map(lockName.subscription)])
    for (const id of live) await cancelSubscription(work, id)
  })
}

const isUnderWay = async ({ database }: Billing, { organizationId, customerId }: Erased): Promise<boolean> =>
  (await findUnderWay(inOrganization(database, organizationId), customerId)).length > 0
