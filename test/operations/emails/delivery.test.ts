import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Billing } from '#server/billing/billing.ts'
import { emailWork } from '#server/billing/emails/send-emails.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { EmailSendResult } from '#server/emails/mailer.ts'
import { smtpMailer } from '#server/emails/smtp-mailer.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { describeUsualDatabase, type TestDatabase } from '../../support/databases/databases.ts'
import { customerId, emailId, emailIds, openEmailMerchant, oweManyEmails } from '../../support/emails/email-merchant.ts'
import { openMailSink } from '../../support/emails/mail-sink.ts'
import { findDeferredWork } from '../../support/stories/deferred-work.ts'

const down = (): EmailSendResult => ({ kind: 'failed', reason: 'The mail server is down.' })

describeUsualDatabase('emails of several servers', (open) => {
  test('are sent once each, and in the order of their causes for each customer', async () => {
    const { service, database, mailer } = await openEmailMerchant(open)
    await oweManyEmails(database, 12, 5)
    mailer.answer = async () => {
      await pause(Math.random() * 20)
      return { kind: 'accepted' }
    }
    const others = await openOthers(service.billing, database, 2)

    await Promise.all([service.billing, ...others].map(sendAll))

    expect(mailer.handed).toHaveLength(60)
    for (let customer = 1; customer <= 12; customer++)
      expect(mailer.handed.filter(({ to }) => to === `reader${customer}@example.com`).map(({ id }) => id)).toEqual(
        emailIds(customer, 5),
      )
    expect(await findDeferredWork(database, 'email')).toBeUndefined()
  })

  test('arrive once each if a mail server refuses every second conversation', async () => {
    const { service, database } = await openEmailMerchant(open)
    await oweManyEmails(database, 6, 4)
    let tries = 0
    const sink = await openMailSink({
      onMailFrom: (_, __, callback) =>
        callback(tries++ % 2 === 0 ? Object.assign(new Error('Too busy'), { responseCode: 451 }) : null),
    })
    const mailer = smtpMailer({ url: sink.url, fromAddress: 'billing@folio.example' })
    const billing = { ...service.billing, mailer }
    const [other] = await openOthers(billing, database, 1)
    const isQueued = () =>
      database.db.selectFrom('emails').select('id').where('status', '=', 'queued').limit(1).executeTakeFirst()

    while ((await isQueued()) !== undefined) {
      await Promise.all([runWork(billing, emailWork), runWork(other as Billing, emailWork)])
      await sql`update deferred_work set deferred_until = billing_now()`.execute(database.db)
    }

    expect(sink.arrived).toHaveLength(24)
    for (let customer = 1; customer <= 6; customer++)
      expect(
        sink.arrived
          .filter(({ recipients }) => recipients[0] === `reader${customer}@example.com`)
          .map(({ messageId }) => messageId),
      ).toEqual(emailIds(customer, 4).map((id) => `<${id}@folio.example>`))
    mailer.close()
    await sink.close()
  })

  const openOthers = async (billing: Billing, { url = '' }: TestDatabase, count: number): Promise<Billing[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { db, close } = await openPostgresql<Schema>(url, { mode: 'sandbox' })
        onTestFinished(close)
        return { ...billing, database: db }
      }),
    )

  /** Sends until about ten rounds in a row have found no email, because another server may hold the next one. */
  const sendAll = async (billing: Billing): Promise<void> => {
    for (let idle = 0; idle < 10; idle++) {
      if ((await runWork(billing, emailWork)).length > 0) idle = 0
      else await pause(30)
    }
  }
})

describeUsualDatabase('an email', (open) => {
  test('that a mail server does not accept yet is retried, and later emails to its customer wait behind it', async () => {
    const { database, mailer, sendDue, endWaits, emails } = await openEmailMerchant(open)
    await oweManyEmails(database, 2, 3)
    mailer.answer = ({ to }) => (to === 'reader1@example.com' ? down() : { kind: 'accepted' })
    for (let round = 0; round < 4; round++) await sendDue()
    const meanwhile = mailer.handed.map(({ id }) => id)

    mailer.answer = () => ({ kind: 'accepted' })
    await endWaits()
    for (let round = 0; round < 4; round++) await sendDue()

    expect(meanwhile.filter((id) => emailIds(1, 3).includes(id))).toEqual([emailId(1, 1)])
    expect(meanwhile.filter((id) => emailIds(2, 3).includes(id))).toEqual(emailIds(2, 3))
    expect(mailer.accepted.map(({ id }) => id).filter((id) => emailIds(1, 3).includes(id))).toEqual(emailIds(1, 3))
    expect(new Set(mailer.handed.filter(({ id }) => id === emailId(1, 1)).map(({ messageId }) => messageId))).toEqual(
      new Set([`<${emailId(1, 1)}@folio.example>`]),
    )
    expect(await emails()).toHaveLength(6)
    expect((await emails()).find(({ id }: { id: string }) => id === emailId(1, 1))).toMatchObject({
      status: 'sent',
      tries: 2,
      message_id: `<${emailId(1, 1)}@folio.example>`,
    })
  })

  test('that no mail server accepts for three days fails, and the next email to its customer is tried', async () => {
    const { database, mailer, sendDue, endWaits, moveWall, emails, events } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 2)
    mailer.answer = down
    await sendDue()
    moveWall(71)
    await endWaits()
    await sendDue()
    const before = await emails()

    moveWall(2)
    await endWaits()
    await sendDue()

    expect(before).toMatchObject([
      { status: 'queued', tries: 2 },
      { status: 'queued', tries: 0 },
    ])
    expect(await emails()).toMatchObject([
      { id: emailId(1, 1), status: 'failed', reason: 'undeliverable', tries: 3, sent_at: null },
      { id: emailId(1, 2), status: 'queued', reason: null },
    ])
    expect((await events()).filter(({ type }: { type: string }) => type.startsWith('email.'))).toMatchObject([
      { type: 'email.failed', data: { object: { id: emailId(1, 1), reason: 'undeliverable' } } },
    ])
    mailer.answer = () => ({ kind: 'accepted' })
    await sendDue()
    expect(mailer.accepted.map(({ id }) => id)).toEqual([emailId(1, 2)])
  })

  test('that a mail server refuses fails at once', async () => {
    const { database, mailer, sendDue, endWaits, emails, events } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 1)
    mailer.answer = () => ({ kind: 'refused', reason: '550 No such mailbox' })

    await sendDue()
    await endWaits()
    await sendDue()

    expect(mailer.handed).toHaveLength(1)
    expect(await emails()).toMatchObject([{ status: 'failed', reason: 'refused', tries: 1 }])
    expect((await events()).map(({ type }: { type: string }) => type)).toEqual(['email.failed'])
    expect(await findDeferredWork(database, 'email')).toBeUndefined()
  })

  test('goes to the address that its customer has at the first try, and keeps that address', async () => {
    const { service, database, mailer, sendDue, endWaits } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 2)
    const moveTo = (email: string) => service.send('PATCH', `/customers/${customerId(1)}`, { body: { email } })
    mailer.answer = down
    await moveTo('second@example.com')
    await sendDue()

    mailer.answer = () => ({ kind: 'accepted' })
    await moveTo('third@example.com')
    await endWaits()
    await sendDue()
    await sendDue()

    expect(mailer.handed.map(({ id, to }) => [id, to])).toEqual([
      [emailId(1, 1), 'second@example.com'],
      [emailId(1, 1), 'second@example.com'],
      [emailId(1, 2), 'third@example.com'],
    ])
  })

  test('to a customer who was erased meanwhile is not sent, whether it was tried before or not', async () => {
    const { service, database, mailer, sendDue, endWaits, emails, events } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 2)
    mailer.answer = down
    await sendDue()
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    expect((await service.send('DELETE', `/customers/${customerId(1)}`, { key })).status).toBe(200)

    await endWaits()
    await sendDue()
    await sendDue()

    expect(mailer.handed).toHaveLength(1)
    const suppressed = { status: 'suppressed', reason: 'customer_erased' }
    expect(await emails()).toMatchObject([suppressed, suppressed])
    expect((await events()).filter(({ type }: { type: string }) => type.startsWith('email.'))).toEqual([])
  })

  test('to a customer without an address is not sent', async () => {
    const { database, mailer, sendDue, emails } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 1)
    await sql`update customers set email = null`.execute(database.db)
    await sendDue()

    expect([mailer.handed, await emails()]).toMatchObject([[], [{ status: 'suppressed', reason: 'no_address' }]])
  })

  test('is not sent once the merchant has switched emails off', async () => {
    const { database, mailer, sendDue, change, emails } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 1)
    await change({ emails: 'off' })
    await sendDue()

    expect([mailer.handed, await emails()]).toMatchObject([[], [{ status: 'suppressed', reason: 'switched_off' }]])
  })

  test('is not sent once the merchant has switched its kind off', async () => {
    const { database, mailer, sendDue, change, emails } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 1)
    await change({ email_kinds: { refund: false } })
    await sendDue()

    expect([mailer.handed, await emails()]).toMatchObject([[], [{ status: 'suppressed', reason: 'switched_off' }]])
  })

  test('is sent to the merchant as an event, with its text and HTML, if the merchant sends emails', async () => {
    const { mailer, subscribe, sendDue, emails, events } = await openEmailMerchant(open, { emails: 'events' })
    await subscribe('mina@example.com')
    await sendDue()
    const ready = (await events()).filter(({ type }: { type: string }) => type === 'email.ready')

    expect(mailer.handed).toEqual([])
    expect(await emails()).toMatchObject([{ kind: 'order_confirmation', status: 'sent', to: 'mina@example.com' }])
    expect(ready).toMatchObject([
      {
        data: {
          object: {
            kind: 'order_confirmation',
            to: 'mina@example.com',
            subject: expect.stringMatching(/./),
            text: expect.stringContaining('9.99'),
            html: expect.stringMatching(/^<!doctype html>.*9\.99/is),
          },
        },
      },
    ])
  })

  test('whose mailer throws is retried', async () => {
    const { database, mailer, sendDue, endWaits, emails } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 1)
    mailer.answer = () => Promise.reject(new Error('A mailer never throws.'))
    await sendDue()
    const waiting = await findDeferredWork(database, 'email')
    mailer.answer = () => ({ kind: 'accepted' })
    await endWaits()
    await sendDue()

    expect(waiting).toMatchObject({ tries: 1 })
    expect(await emails()).toMatchObject([{ status: 'sent', tries: 2 }])
  })

  test('whose server dies during the sending has the same Message-ID when another server sends it', async () => {
    const { database, mailer, sendDue, emails } = await openEmailMerchant(open)
    await oweManyEmails(database, 1, 1)
    mailer.answer = () => new Promise(() => {})
    void sendDue()
    await expect.poll(() => mailer.handed.length).toBe(1)
    const leased = await sendDue()

    mailer.answer = () => ({ kind: 'accepted' })
    await sql`update deferred_work set lease_until = lease_now()`.execute(database.db)
    await sendDue()

    expect(leased).toEqual([])
    expect(mailer.handed.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${emailId(1, 1)}@folio.example>`))
    expect(await emails()).toMatchObject([{ status: 'sent', tries: 2 }])
  })
})
