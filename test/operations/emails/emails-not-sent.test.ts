import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emailWork } from '#server/billing/emails/send-emails.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { emailId, openMerchant, oweMany } from '../../support/emails/email-merchant.ts'

describeUsualDatabase('an email', (open) => {
  test('that announces a charge is not sent if its subscription was cancelled while it waited', async () => {
    const { service, database, mailer, subscribe, sendDue, emails } = await openMerchant(open)
    const { id, customerId, subscription } = await subscribe('mina@example.com')
    await sendDue()
    const notice = emailId(1, 1)
    const { next_billing_date: chargedAt } = await subscription()
    await sql`insert into emails (organization_id, id, kind, customer_id, subscription_id, facts, due_at, created_at)
      select organization_id, ${notice}, 'renewal_notice', ${customerId}, ${id},
        ${JSON.stringify({ amount: 999, currency: 'EUR', charged_at: chargedAt })}::jsonb, billing_now(), billing_now()
      from subscriptions where id = ${id}`.execute(database.db)
    await service.send('POST', `/subscriptions/schedule-cancel/${id}`)
    await sendDue()
    await sendDue()

    expect((await emails()).find((email: { id: string }) => email.id === notice)).toMatchObject({
      status: 'suppressed',
      reason: 'not_needed',
    })
    expect(mailer.handed.map((handed) => handed.id)).not.toContain(notice)
  })

  test('waits three days for a server that has a mail server', async () => {
    const { service, database, mailer, sendDue, endWaits, emails } = await openMerchant(open)
    const withoutMailer = { ...service.billing, mailer: null }
    await oweMany(database, 1, 1)

    await runWork(withoutMailer, emailWork)
    expect(await emails()).toMatchObject([{ status: 'queued', tries: 0 }])
    await endWaits()
    await sendDue()
    expect([mailer.handed.length, await emails()]).toMatchObject([1, [{ status: 'sent' }]])
  })

  test('is given up after three days without a mail server', async () => {
    const { service, database, emails } = await openMerchant(open)
    await oweMany(database, 1, 1)
    await sql`update emails set due_at = billing_now() - interval '3 days 1 minute'`.execute(database.db)

    await runWork({ ...service.billing, mailer: null }, emailWork)

    expect(await emails()).toMatchObject([{ status: 'suppressed', reason: 'no_mailer' }])
  })
})
