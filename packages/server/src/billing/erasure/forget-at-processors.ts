import { sql } from 'kysely'
import type { ForgottenCustomer } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { Billing } from '../billing.ts'

/**
 * Deletes erased customers and detached methods at their processors, and retries each at growing intervals. `next_try_at` is the lease: a
 * worker that takes a row moves it forward. Returns how many rows it tried.
 */
export const forgetAtProcessors = async ({ database, processors, logger }: Billing): Promise<number> => {
  const { rows } = await sql<Due>`
    update processor_erasures set failed_tries = failed_tries + 1,
      next_try_at = clock_timestamp() + least(interval '1 day', interval '2 minutes' * power(2, least(failed_tries, 10)))
    where (organization_id, id) in (
      select organization_id, id from processor_erasures
      where done_at is null and next_try_at <= clock_timestamp() order by next_try_at limit 20 for update skip locked
    )
    returning organization_id, id, connection, customer_id, processor_token`.execute(database)
  for (const due of rows) {
    const { organizationId, id, connection } = due
    const place = sql`where organization_id = ${organizationId} and id = ${id}`
    try {
      const processor = processors.of(connection)
      if (due.customerId !== null) await processor.forget(await readForgotten(database, due, due.customerId))
      else if (await isOfNobody(database, due)) await processor.detach(due.processorToken ?? '')
      await sql`update processor_erasures set done_at = clock_timestamp(), processor_token = null, last_failure = null ${place}`.execute(
        database,
      )
    } catch (error) {
      logger.warn(
        { connection, err: error },
        'a processor has not deleted a customer or method yet; the server will retry',
      )
      const failure = error instanceof Error ? error.message : String(error)
      await sql`update processor_erasures set last_failure = ${failure} ${place}`.execute(database)
    }
  }
  return rows.length
}

interface Due {
  readonly organizationId: string
  readonly id: string
  readonly connection: string
  /** The erased customer; null if only a method is detached. */
  readonly customerId: string | null
  /** The token of the detached method. */
  readonly processorToken: string | null
}

/**
 * Whether no attached method has the token of a detached one; the shopper may have stored the same method again. Throws while a charge with
 * the token is open, because a retry of it would be declined.
 */
const isOfNobody = async (
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
