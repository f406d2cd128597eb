import { addInterval, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ProcessorDispute } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { DisputeRow } from '../../store/rows.ts'
import { readBillingClock, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { recordDispute } from './record-dispute.ts'

/** A dispute that has changed. */
export interface ChangedDispute {
  readonly organizationId: string
  /** The id of the disputed payment. */
  readonly id: string
  readonly what: string
}

type Due = Pick<DisputeRow, 'organizationId' | 'id' | 'paymentId' | 'connection' | 'processorId'>

/**
 * Queries the processors about disputes that are due, daily until the bank has decided. A dispute without an answer stays unchanged and is
 * queried again the next day. Returns the changes. Idempotent.
 */
export const askAboutDisputes = async (billing: Billing, limit = 100): Promise<readonly ChangedDispute[]> => {
  const due = await findDue(billing, limit)
  if (due.length === 0) return []
  const at = await readBillingClock(billing.database)
  const asked = [...Map.groupBy(due, ({ connection }) => connection)].map(async ([connection, disputes]) => {
    const answers = await askForDisputes(billing, connection, { disputes, at })
    return Promise.all(disputes.map((dispute) => record(billing, dispute, answers.get(dispute.processorId))))
  })
  return (await Promise.all(asked)).flat().filter((each) => each !== undefined)
}

const findDue = ({ database }: Billing, limit: number): Promise<readonly Due[]> =>
  acrossOrganizations(database, 'due work')
    .selectFrom('disputes')
    .select(['organizationId', 'id', 'paymentId', 'connection', 'processorId'])
    .where('asksAt', '<=', sql<Timestamp>`(select billing_now())`)
    .orderBy('asksAt')
    .limit(limit)
    .execute()

/** If the processor cannot be queried, its disputes stay unchanged. */
const askForDisputes = async (
  { processors, logger }: Billing,
  connection: string,
  { disputes, at }: { readonly disputes: readonly Due[]; readonly at: Timestamp },
): Promise<ReadonlyMap<string, ProcessorDispute>> => {
  try {
    const ids = disputes.map(({ processorId }) => processorId)
    const answers = await processors.of(connection).disputes(ids, at)
    return new Map(answers.map((dispute) => [dispute.disputeId, dispute]))
  } catch (error) {
    logger.warn({ connection, err: error }, 'could not query the processor about disputes; the server will retry')
    return new Map()
  }
}

const record = async (
  { database, logger }: Billing,
  { organizationId, id, paymentId, connection, processorId }: Due,
  answer: ProcessorDispute | undefined,
): Promise<ChangedDispute | undefined> => {
  try {
    const subject = { paymentId, connection, disputeId: processorId }
    const what = await write(database, organizationId, (work) => recordDispute(work, subject, answer))
    return what === undefined ? undefined : { organizationId, id: paymentId, what }
  } catch (error) {
    logger.error({ dispute: id, err: error }, 'could not record a dispute; the server will query it again')
    await write(database, organizationId, async (work) =>
      work.update('disputes', { id }, { asksAt: addInterval(work.now, 'days', 1) }),
    )
    return undefined
  }
}
