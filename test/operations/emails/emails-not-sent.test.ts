import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emailWork } from '#server/billing/emails/send-emails.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { emailId, openEmailMerchant, oweManyEmails } from '../../support/emails/email-merchant.ts'

describeUsualDatabase('an email that waits', (open) => {
  test('to announce a charge is not sent if its subscription was cancelled meanwhile', async () => {
    const { service, database, mailer, subscribe, sendDue, emails } = await openEmailMerchant(open)
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

  test('to report a refund is not sent if the bank returned the refund meanwhile', async () => {
    const { service, database, mailer, subscribe, sendDue, emails } = await openEmailMerchant(open)
    const { paymentId } = await subscribe('mina@example.com')
    const refund = async () => {
      const { body } = await service.send('POST', `/payments/refund/${paymentId}`, { body: { amount: 100 } })
      return body.refunds.at(-1).id as string
    }
    const [arrived, returned] = [await refund(), await refund()]
    await sql`with failed as (update refunds set status = 'failed' where id = ${returned})
      update payments set refunded_amount = 100 where id = ${paymentId}`.execute(database.db)
    while ((await sendDue()).length > 0);

    const statusOf = new Map(
      (await emails()).map((email: { facts: { refund_id?: string } }) => [email.facts.refund_id, email]),
    )
    expect(statusOf.get(arrived)).toMatchObject({ kind: 'refund', status: 'sent' })
    expect(statusOf.get(returned)).toMatchObject({ kind: 'refund', status: 'suppressed', reason: 'not_needed' })
    expect(mailer.handed).toHaveLength(2)
  })

  test('as the receipt of a payment is not sent if the money never settled', async () => {
    const { database, mailer, subscribe, sendDue } = await openEmailMerchant(open)
    const { paymentId } = await subscribe('mina@example.com')
    await sendDue()
    const oweReceipt = (id: string) =>
      sql`insert into emails (organization_id, id, kind, customer_id, subscription_id, payment_id, facts, due_at, created_at)
        select organization_id, ${id}, 'receipt', customer_id, subscription_id, id, '{"amount": 999, "currency": "EUR"}',
          billing_now(), billing_now() from payments where id = ${paymentId}`.execute(database.db)
    await oweReceipt('email_settling')
    await sendDue()
    await sql`update payments set payment_status = 'FAILED' where id = ${paymentId}`.execute(database.db)
    await oweReceipt('email_failed')
    await sendDue()

    const handed = mailer.handed.map(({ id }) => id)
    expect([handed.includes('email_settling'), handed.includes('email_failed')]).toEqual([true, false])
  })

  test('for a server with a mail server waits up to three days', async () => {
    const { service, database, mailer, sendDue, endWaits, emails } = await openEmailMerchant(open)
    const withoutMailer = { ...service.billing, mailer: null }
    await oweManyEmails(database, 1, 1)

    await runWork(withoutMailer, emailWork)
    expect(await emails()).toMatchObject([{ status: 'queued', tries: 0 }])
    await endWaits()
    await sendDue()
    expect([mailer.handed.length, await emails()]).toMatchObject([1, [{ status: 'sent' }]])
  })

  test('for a mail server is given up after three days', async () => {
    const { service, database, emails } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 1)
    await sql`update emails set due_at = billing_now() - interval '3 days 1 minute'`.execute(database.db)

    await runWork({ ...service.billing, mailer: null }, emailWork)

    expect(await emails()).toMatchObject([{ status: 'suppressed', reason: 'no_mailer' }])
  })
})
