import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emailWork } from '#server/billing/emails/send-emails.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { EmailSendResult } from '#server/emails/mailer.ts'
import { createBreaker } from '#server/processors/calls/breaker.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { customerId, emailId, openEmailMerchant, oweManyEmails } from '../../support/emails/email-merchant.ts'

describeUsualDatabase('a mail server that is down', (open) => {
  const unreachable = (): EmailSendResult => ({ kind: 'failed', reason: 'connect ECONNREFUSED', isUnreachable: true })

  test('gets one email at a time as a probe, after 30 seconds and then at growing intervals, until it answers', async () => {
    const { service, database, mailer, sendDue, endWaits, emails } = await openEmailMerchant(open)
    let seconds = 0
    const wallClock = () => new Date(Date.now() + seconds * 1000).toISOString()
    const mailBreaker = createBreaker('mail server', { logger: service.billing.logger, wallClock })
    const billing = { ...service.billing, mailBreaker }
    const send = () => runWork(billing, emailWork)
    await oweManyEmails(database, 30, 1)
    mailer.answer = unreachable

    for (let round = 0; round < 5; round++) await send()
    const first = mailer.handed.length
    expect(first).toBeGreaterThanOrEqual(5)
    expect(first).toBeLessThanOrEqual(8)
    for (const wait of [31, 61]) {
      seconds += wait
      for (let round = 0; round < 5; round++) await send()
    }
    expect(mailer.handed.length).toBe(first + 2)
    expect((await emails()).filter(({ tries }: { tries: number }) => tries === 0).length).toBe(30 - first - 2)

    mailer.answer = () => ({ kind: 'accepted' })
    seconds += 121
    while ((await send()).length > 0);
    await endWaits()
    while ((await sendDue()).length > 0);
    expect(new Set(mailer.accepted.map(({ id }) => id)).size).toBe(30)
  })

  test('delays no emails that the merchant sends', async () => {
    const { service, database, mailer, sendDue, events } = await openEmailMerchant(open)
    await oweManyEmails(database, 8, 1)
    mailer.answer = unreachable
    await sendDue()
    const ready = await service.addOrganization('Own sender')
    await sql`update organizations set settings = settings || '{"emails": "events"}' where id = ${ready.organizationId}`.execute(
      database.db,
    )
    await sql`insert into customers (organization_id, id, email, created_at, updated_at)
      values (${ready.organizationId}, ${customerId(1)}, 'own@example.com', billing_now(), billing_now())`.execute(
      database.db,
    )
    await sql`insert into emails (organization_id, id, kind, customer_id, facts, due_at, created_at)
      values (${ready.organizationId}, ${emailId(1, 9)}, 'refund', ${customerId(1)},
        '{"amount": 999, "currency": "EUR"}', billing_now(), billing_now())`.execute(database.db)

    expect(await sendDue()).toMatchObject([{ organizationId: ready.organizationId, what: 'email.ready' }])
    expect(await events()).toEqual([])
  })
})
