import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { emailWork } from '#server/billing/emails/send-emails.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { startService } from '../services/running-service.ts'
import { aMonthlyPlan } from '../stories/shopper.ts'
import { aSubscriber } from '../stories/subscriber.ts'
import { aRecordingMailer } from './recording-mailer.ts'

/** A merchant whose server sends emails by a recording mailer, on a wall clock that a story moves. */
export const openEmailMerchant = async (open: () => Promise<TestDatabase>, settings: object = {}) => {
  const database = await open()
  const mailer = aRecordingMailer()
  let laterMillis = 0
  const service = await startService(database, {
    mailer,
    settings: { emails: 'send', display_name: 'Folio', support_email: 'help@folio.example', ...settings },
    wallClock: () => new Date(Date.now() + laterMillis).toISOString(),
  })
  onTestFinished(() => service.close())
  return {
    service,
    database,
    mailer,
    subscribe: (email: string) => aSubscriber(service, aMonthlyPlan(), {}, { email }),
    sendDue: () => runWork(service.billing, emailWork),
    /** Makes deferred work due again without moving the clock. */
    endWaits: () => sql`update deferred_work set deferred_until = billing_now()`.execute(database.db),
    moveWall: (hours: number) => void (laterMillis += hours * 3_600_000),
    emails: async () => (await service.send('GET', '/emails?order=asc&limit=1000')).body.data,
    events: async () => (await service.send('GET', '/events?limit=1000')).body.data,
    change: (other: object) =>
      database.db
        .updateTable('organizations')
        .set({ settings: sql`settings || ${JSON.stringify(other)}::jsonb` })
        .execute(),
  }
}

/** Inserts customers who are each owed `each` emails. A customer's emails fell due an hour ago, one second apart. */
export const oweManyEmails = async (
  database: Pick<TestDatabase, 'db'>,
  customers: number,
  each: number,
  organizationId = 'org_1',
): Promise<void> => {
  await sql`insert into customers (organization_id, id, email, created_at, updated_at)
    select ${organizationId}, ${customerPrefix}::text || lpad(n::text, 12, '0'), 'reader' || n || '@example.com', billing_now(), billing_now()
      from generate_series(1, ${customers}::int) as n`.execute(database.db)
  await sql`insert into emails (organization_id, id, kind, customer_id, facts, due_at, created_at)
    select ${organizationId}, 'email_' || lpad(c::text, 8, '0') || '-0000-4000-8000-' || lpad(e::text, 12, '0'), 'refund',
        ${customerPrefix}::text || lpad(c::text, 12, '0'), '{"amount": 999, "currency": "EUR"}',
        billing_now() - interval '1 hour' + e * interval '1 second', billing_now()
      from generate_series(1, ${customers}::int) as c, generate_series(1, ${each}::int) as e`.execute(database.db)
}

const customerPrefix = 'cus_00000000-0000-4000-8000-'

/** The id of a customer of {@link oweManyEmails}; the first is 1. */
export const customerId = (customer: number): string => `${customerPrefix}${String(customer).padStart(12, '0')}`

/** The id of the email that the `cause`-th event owes a customer of {@link oweManyEmails}; customers and causes count from 1. */
export const emailId = (customer: number, cause: number): string =>
  `email_${String(customer).padStart(8, '0')}-0000-4000-8000-${String(cause).padStart(12, '0')}`

/** The ids of one customer's emails, in the order in which they fall due. */
export const emailIds = (customer: number, each: number): string[] =>
  Array.from({ length: each }, (_, index) => emailId(customer, index + 1))
