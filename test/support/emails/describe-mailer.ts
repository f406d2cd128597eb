import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageIdOf, type Mailer, type OutgoingEmail } from '#server/emails/mailer.ts'
import type { ArrivedEmail } from './arrived-email.ts'

/** A mailer to test, and the emails that it has handed over. */
export interface OpenMailer {
  readonly mailer: Mailer
  /** Prepares the mail server for this email. */
  readonly expectEmail: (email: OutgoingEmail) => Promise<void>
  /** Each copy of an email that has arrived, as its reader would see it. */
  readonly arrivedOf: (email: OutgoingEmail) => Promise<readonly ArrivedEmail[]>
  readonly close: () => Promise<void>
}

/** Texts that would break an email, or become headers or recipients, if a mailer copied them unescaped. */
const hostile: readonly (readonly [name: string, text: string])[] = [
  ['CR', 'A\rBcc: other@example.net'],
  ['LF', 'A\nBcc: other@example.net'],
  ['CRLF', 'A\r\nBcc: other@example.net\r\n\r\nBody'],
  ['NUL', 'A\0Bcc: other@example.net'],
  ['U+2028', 'A\u2028Bcc: other@example.net'],
  ['U+0085', 'A\u0085Bcc: other@example.net'],
  ['a half of a surrogate pair', 'A\uD800 Bcc: other@example.net'],
  ['10,000 letters', 'x'.repeat(10_000)],
  ['10,000 letters with line ends', 'xxxxxxxx\r\n'.repeat(1000)],
  ['a quoted name before an address', '"quoted, name" <other@example.net>'],
  ['a backslash and a quote', 'A\\" <other@example.net>, "'],
  ['an encoded line end', '=?utf-8?Q?A=0D=0ABcc:_other@example.net?='],
  ['nothing', ''],
]

/** Texts for `to` that are not exactly one address. */
const notOneAddress: readonly string[] = [
  'first@example.com, other@example.net',
  'first@example.com,other@example.net',
  'first@example.com; other@example.net',
  'first@example.com other@example.net',
  'first@example.com\r\nBcc: other@example.net',
  'first@example.com\nRCPT TO:<other@example.net>',
  'first@example.com> <other@example.net',
  'first@example.com\0@example.net',
  'first@example.com\u2028other@example.net',
  '"first" <other@example.net>',
  '"first@example.com, other"@example.net',
  'friends: first@example.com, other@example.net;',
  'first@example.com@example.net',
  'first',
  '@example.net',
  `${'x'.repeat(10_000)}@example.net`,
  '',
]

/** Tests everything that the `Mailer` port promises. */
export const describeMailer = (name: string, open: () => Promise<OpenMailer>): void => {
  describe(`${name} keeps the promises of its port:`, () => {
    let opened: OpenMailer
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())

    const anOutgoing = (differing: Partial<OutgoingEmail> = {}): OutgoingEmail => {
      const id = `email_${randomUUID()}`
      return {
        messageId: messageIdOf(opened.mailer, id),
        organizationId: 'org_1',
        id,
        from: { name: 'Folio', address: opened.mailer.fromAddress },
        replyTo: 'help@folio.example',
        to: 'mina@example.com',
        subject: 'Your receipt',
        text: 'Thank you.\n\nYou paid 9.99.\n',
        html: '<!doctype html><p lang="en">You paid <b>9.99</b>.</p>\n',
        date: '2027-03-01T10:00:00.000Z',
        ...differing,
      }
    }
    /** Hands an email over once, and returns the one copy that arrives. */
    const handOver = async (differing: Partial<OutgoingEmail> = {}): Promise<ArrivedEmail> => {
      const email = anOutgoing(differing)
      await opened.expectEmail(email)
      expect(await opened.mailer.send(email)).toEqual({ kind: 'accepted' })
      const arrived = await opened.arrivedOf(email)
      expect(arrived).toHaveLength(1)
      return arrived[0] as ArrivedEmail
    }

    test('an email arrives as it was handed over', async () => {
      const email = anOutgoing()

      expect(await handOver(email)).toMatchObject({
        recipients: ['mina@example.com'],
        from: [{ name: 'Folio', address: opened.mailer.fromAddress }],
        to: [{ name: '', address: 'mina@example.com' }],
        replyTo: [{ name: '', address: 'help@folio.example' }],
        subject: 'Your receipt',
        messageId: email.messageId,
        date: '2027-03-01T10:00:00.000Z',
        autoSubmitted: 'auto-generated',
        text: email.text,
        html: email.html,
      })
    })

    test('an email without a reply address has no Reply-To', async () => {
      const { headers, replyTo } = await handOver({ replyTo: null })

      expect([headers.includes('reply-to'), replyTo]).toEqual([false, []])
    })

    test('the Message-ID is in the domain of the sender', () => {
      const { messageId, id } = anOutgoing()
      const domain = opened.mailer.fromAddress.split('@')[1]

      expect(messageId).toBe(`<${id}@${domain}>`)
    })

    test.each([
      ['Arabic', 'إيصالك من فوليو'],
      ['Japanese', '領収書のお知らせ（フォリオ株式会社）'],
      ['emoji', 'Paid 🎉 👩‍👩‍👧‍👦 🇵🇪'],
      ['long Greek', 'Η απόδειξή σας για την πληρωμή '.repeat(12).trim()],
    ])('%s arrives unharmed in the subject, the name, the text and the HTML', async (_, words) => {
      const arrived = await handOver({
        subject: words,
        from: { name: words, address: opened.mailer.fromAddress },
        text: `${words}\n`,
        html: `<p>${words}</p>\n`,
      })

      expect(arrived).toMatchObject({
        subject: words,
        from: [{ name: words, address: opened.mailer.fromAddress }],
        text: `${words}\n`,
        html: `<p>${words}</p>\n`,
      })
    })

    test('lines that look like the end of a message, or like commands, stay in the text', async () => {
      const text = 'One\n.\n..\nRCPT TO:<other@example.net>\nFrom here on\n--\nBcc: other@example.net\n'

      expect(await handOver({ text })).toMatchObject({ recipients: ['mina@example.com'], text })
    })

    describe.each(['subject', 'from name', 'reply-to'] as const)('in the %s', (where) => {
      test.each(hostile)('%s adds no header and no recipient', async (_, text) => {
        const usual = await handOver()
        const arrived = await handOver(
          where === 'subject'
            ? { subject: text }
            : where === 'from name'
              ? { from: { name: text, address: opened.mailer.fromAddress } }
              : { replyTo: text },
        )
        const expected = usual.headers.filter((header) => header !== 'reply-to' && header !== 'subject')

        expect(arrived.headers.filter((header) => header !== 'reply-to' && header !== 'subject')).toEqual(expected)
        expect(new Set(arrived.headers).size).toBe(arrived.headers.length)
        expect(arrived).toMatchObject({
          recipients: ['mina@example.com'],
          to: [{ address: 'mina@example.com' }],
          text: usual.text,
          html: usual.html,
        })
        expect(arrived.from.map(({ address }) => address)).toEqual([opened.mailer.fromAddress])
        if (where !== 'reply-to') expect(arrived.replyTo).toEqual(usual.replyTo)
        expect(arrived.replyTo.length).toBeLessThanOrEqual(1)
      })
    })

    test.each(notOneAddress.map((to) => [JSON.stringify(to).slice(0, 60), to]))(
      'an email to %s is refused, and not sent',
      async (_, to) => {
        const email = anOutgoing({ to })
        await opened.expectEmail(email)

        expect(await opened.mailer.send(email)).toMatchObject({
          kind: 'refused',
          reason: expect.stringMatching(/./),
        })
        expect(await opened.arrivedOf(email)).toEqual([])
      },
    )

    test.each(["o'neill+folio_1-2.a@mail.example.co.uk", 'MINA@EXAMPLE.COM', 'x@y.example'])(
      'an email to %s is sent to it',
      async (to) => {
        const { recipients } = await handOver({ to })

        expect(recipients.map((each) => each.toLowerCase())).toEqual([to.toLowerCase()])
      },
    )

    test('an email that is handed over twice has the same Message-ID', async () => {
      const email = anOutgoing()
      await opened.expectEmail(email)

      await opened.mailer.send(email)
      await opened.mailer.send(email)
      const ids = (await opened.arrivedOf(email)).map(({ messageId }) => messageId)

      expect(new Set(ids)).toEqual(new Set([email.messageId]))
    })

    test('many emails at the same time arrive once each', async () => {
      const emails = Array.from({ length: 50 }, () => anOutgoing())
      for (const email of emails) await opened.expectEmail(email)

      await Promise.all(emails.map((email) => opened.mailer.send(email)))
      const counts = await Promise.all(emails.map(async (email) => (await opened.arrivedOf(email)).length))

      expect(new Set(counts)).toEqual(new Set([1]))
    })
  })
}
