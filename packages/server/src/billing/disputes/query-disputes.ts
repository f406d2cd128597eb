import { sql } from 'kysely'
import { queryEachConnection } from '../../processors/queries/query-each-connection.ts'
import type { ProcessorDispute } from '../../processors/processor.ts'
import type { DisputeRow } from '../../store/rows.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { WorkKind } from '../worklist/worklist.ts'
import { recordDispute } from './record-dispute.ts'

type Due = Pick<DisputeRow, 'organizationId' | 'id' | 'paymentId' | 'connection' | 'processorId'>

/**
 * Disputes to look up at their processor: daily until the bank has decided, then weekly for a while unless they were won. If the processor
 * does not answer, the dispute keeps its status until the next query.
 */
export const disputeWork: WorkKind<Due, ProcessorDispute | undefined> = {
  name: 'dispute',
  ...rowsDueBy('disputes', 'due_at', ['paymentId', 'connection', 'processorId']),
  isOpen: sql<boolean>`true`,
  limit: 100,
  concurrency: 100,
  call: async (billing, due) => {
    const at = await readBillingClock(billing.database)
    const answers = await queryEachConnection(billing, due, {
      about: 'disputes',
      idOf: ({ processorId }) => processorId,
      query: async (processor, ids) =>
        new Map((await processor.disputes(ids, at)).map((dispute) => [dispute.disputeId, dispute])),
    })
    return (dispute) => answers.get(dispute)
  },
  perform: ({ work, row: { paymentId, connection, processorId }, answer }) =>
    recordDispute(work, { paymentId, connection, disputeId: processorId }, answer),
  subjectOf: ({ paymentId }) => paymentId,
}
