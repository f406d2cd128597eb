import { sql } from 'kysely'
import type { ForgottenCustomer } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { ProcessorErasureTable } from '../../store/schema/customers.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { WorkKind } from '../worklist/worklist.ts'

type Due = Pick<ProcessorErasureTable, 'organizationId' | 'id' | 'connection' | 'customerId' | 'processorToken'>

/**
 * Erased customers and detached methods that the processor must also delete, because it could still charge a method that was detached only
 * here. If a shopper stores the same card again and its token is replaced, the old token stays at the processor until the customer is
 * erased.
 */
export const processorErasureWork: WorkKind<Due> = {
  name: 'processor_erasure',
  ...rowsDueBy('processorErasures', 'created_at', ['connection', 'customerId', 'processorToken']),
  isOpen: sql<boolean>`done_at is null`,
  limit: 8,
  concurrency: 8,
  leaseSeconds: 600,
  call:
    async ({ database, processors }) =>
    async (due) => {
      const processor = processors.of(due.connection)
      if (due.customerId !== null) await processor.forget(await readForgotten(database, due, due.customerId))
      else if (await isTokenUnused(database, due)) await processor.detach(due.processorToken ?? '')
    },
  perform: async ({ work, row: { id, customerId } }) => {
    await work.db
      .updateTable('processorErasures')
      .set({ doneAt: work.now, processorToken: null })
      .where('id', '=', id)
      .execute()
    return customerId === null ? 'payment_method.forgotten' : 'customer.forgotten'
  },
  subjectOf: ({ customerId, id }) => customerId ?? id,
}

/**
 * Whether no attached method uses the token of a detached method; the shopper may have stored the same method again. Throws while a charge
 * with the token is open, because the processor would decline a retry of that charge.
 */
const isTokenUnused = async (
  database: Database,
  { organizationId, connection, processorToken }: Due,
): Promise<boolean> => {
  const db = inOrganization(database, organizationId)
  const [charged, stored] = await Promise.all([
    db
      .selectFrom('attempts')
      .select('id')
      .where('state', '=', 'open')
      .where('connection', '=', connection)
      .where(sql<string>`request->'call'->'request'->'method'->>'token'`, '=', processorToken)
      .executeTakeFirst(),
    db
      .selectFrom('paymentMethods')
      .select('id')
      .where('connection', '=', connection)
      .where('processorToken', '=', processorToken ?? '')
      .where('detachedAt', 'is', null)
      .executeTakeFirst(),
  ])
  if (charged !== undefined) throw new Error(`A charge with the method is in flight: see attempt show ${charged.id}.`)
  return stored === undefined
}

const readForgotten = async (
  database: Database,
  { organizationId, connection }: Due,
  customerId: string,
): Promise<ForgottenCustomer> => {
  const db = inOrganization(database, organizationId)
  const [record, methods, attempts] = await Promise.all([
    db
      .selectFrom('customersAtProcessors')
      .select('reference')
      .where('connection', '=', connection)
      .where('customerId', '=', customerId)
      .executeTakeFirst(),
    db
      .selectFrom('paymentMethods')
      .select('processorToken')
      .where('customerId', '=', customerId)
      .where('connection', '=', connection)
      .execute(),
    db
      .selectFrom('attempts')
      .innerJoin('payments', (join) => join.onRef('payments.id', '=', 'attempts.paymentId'))
      .select('attempts.processorKey')
      .where('payments.customerId', '=', customerId)
      .where('attempts.connection', '=', connection)
      .execute(),
  ])
  return {
    id: customerId,
    record: record?.reference ?? null,
    tokens: methods.map(({ processorToken }) => processorToken),
    references: attempts.map(({ processorKey }) => processorKey),
  }
}
