import { expect, test } from 'vitest'
import { smtpMailer } from '#server/emails/smtp-mailer.ts'
import { type StoredEmail, storedMailer } from '#server/emails/stored-mailer.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { type ArrivedEmail, readEmail } from '../../support/emails/arrived-email.ts'
import { describeMailer } from '../../support/emails/describe-mailer.ts'
import { openMailSink } from '../../support/emails/mail-sink.ts'

const fromAddress = 'billing@folio.example'

describeMailer('the mailer over SMTP', async () => {
  const sink = await openMailSink()
  const mailer = smtpMailer({ url: sink.url, fromAddress })
  return {
    mailer,
    expectEmail: async () => {},
    arrivedOf: async ({ messageId }) => sink.arrived.filter((email) => email.messageId === messageId),
    close: async () => {
      mailer.close()
      await sink.close()
    },
  }
})

describeUsualDatabase('emails', (open) => {
  describeMailer('the mailer that stores', async () => {
    const { db, close } = await open()
    const createdAt = '2027-03-01T10:00:00Z'
    const ids = { organizationId: 'org_1', createdAt }
    await db
      .insertInto('organizations')
      .values({ id: 'org_1', name: 'Folio', settings: '{}', createdAt, updatedAt: createdAt })
      .execute()
    await db
      .insertInto('customers')
      .values({ ...ids, id: 'cus_1', metadata: '{}', updatedAt: createdAt })
      .execute()
    return {
      mailer: storedMailer(db, fromAddress),
      expectEmail: async ({ id }) => {
        await db
          .insertInto('emails')
          .values({ ...ids, id, kind: 'receipt', customerId: 'cus_1', facts: '{}', dueAt: createdAt })
          .execute()
      },
      arrivedOf: async ({ id }) => {
        const rows = await db.selectFrom('storedEmails').selectAll().where('id', '=', id).execute()
        return Promise.all(rows.map(({ message }) => arrivedOf(message as StoredEmail)))
      },
      close,
    }
  })
})

/** A stored email with its headers as a mail program would read them. */
const arrivedOf = async ({ headers, to, text, html }: StoredEmail): Promise<ArrivedEmail> => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const read = await readEmail(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), [to])
  return { ...read, text, html }
}

test('over SMTP an email is multipart/alternative, the text first, in lines of at most 998 bytes', async () => {
  const sink = await openMailSink()
  const mailer = smtpMailer({ url: sink.url, fromAddress })
  await mailer.send({
    messageId: '<email_1@folio.example>',
    organizationId: 'org_1',
    id: 'email_1',
    from: { name: 'x'.repeat(2000), address: fromAddress },
    replyTo: `${'y'.repeat(60)}@folio.example`,
    to: 'mina@example.com',
    subject: 'x'.repeat(2000),
    text: 'x'.repeat(2000),
    html: `<p>${'x'.repeat(2000)}</p>`,
    date: '2027-03-01T10:00:00Z',
  })
  mailer.close()
  await sink.close()
  const [raw = ''] = sink.raw

  expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect([...raw.matchAll(/^Content-Type: (text\/\w+)/gm)].map(([, type]) => type)).toEqual(['text/plain', 'text/html'])
  expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998)
})
