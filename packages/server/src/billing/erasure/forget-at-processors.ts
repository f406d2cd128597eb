import { sql } from 'kysely'
import type { ForgottenCustomer } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { Billing } from '../billing.ts'

/**
 * Has processors forget erased customers, each again at longer intervals until it has. Whoever takes a row holds it by the time of its next
 * try. Answers how many it tried.
 */
export const forgetAtProcessors = async ({ database, processors, logger }: Billing): Promise<number> => {
  const { rows } = await sql<Due>`
    update processor_erasures set failed_tries = failed_tries + 1,
      next_try_at = clock_timestamp() + least(interval '1 day', interval '2 minutes' * power(2, least(failed_tries, 10)))
    where (organization_id, id) in (
      select organization_id, id from processor_erasures
      where done_at is null and next_try_at <= clock_timestamp() order by next_try_at limit 20 for update skip locked
    )
    returning organization_id, id, connection, customer_id`.execute(database)
  for (const due of rows) {
    const { organizationId, id, connection } = due
    const place = sql`where organization_id = ${organizationId} and id = ${id}`
    try {
      await processors.of(connection).forget(await readForgotten(database, due))
      await sql`update processor_erasures set done_at = clock_timestamp(), last_failure = null ${place}`.execute(
        database,
      )
    } catch (error) {
      logger.warn({ error, connection }, 'a processor has not forgotten an erased customer yet; it is told again')
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
  readonly customerId: string
}

const readForgotten = async (
  database: Database,
  { organizationId, connection, customerId }: Due,
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
