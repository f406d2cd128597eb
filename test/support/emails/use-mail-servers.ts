import { afterAll } from 'vitest'
import type { Mailer, OutgoingEmail } from '#server/emails/mailer.ts'
import { type SmtpLimits, smtpMailer } from '#server/emails/smtp-mailer.ts'
import { openScriptedMailServer, type SmtpScript } from './scripted-mail-server.ts'

const fromAddress = 'billing@folio.example'

/** Time limits for servers that never answer, in milliseconds: long enough for a server that answers on a busy machine. */
const shortLimits: SmtpLimits = {
  dnsTimeout: 1000,
  connectionTimeout: 1000,
  greetingTimeout: 1000,
  socketTimeout: 1000,
  attemptTimeout: 2000,
}

/** An email to hand over to a mail server. */
export const anOutgoingEmail = (id = 'email_1'): OutgoingEmail => ({
  messageId: `<${id}@folio.example>`,
  organizationId: 'org_1',
  id,
  from: { name: 'Folio', address: fromAddress },
  replyTo: null,
  to: 'mina@example.com',
  subject: 'Your receipt',
  text: 'Thank you.\n',
  html: '<p>Thank you.</p>\n',
  date: '2027-03-01T10:00:00Z',
})

interface Closable {
  close(): void | Promise<void>
}

/** Opens mailers and mail servers for the tests of a file, and closes them after the last. */
export const useMailServers = () => {
  const opened: Closable[] = []
  afterAll(async () => {
    for (const each of opened) await each.close()
  })
  const closeAtEnd = <Opened extends Closable>(each: Opened): Opened => {
    opened.push(each)
    return each
  }
  return {
    closeAtEnd,
    openMailer: (url: string): Mailer => closeAtEnd(smtpMailer({ url, fromAddress })),
    openImpatientMailer: (url: string): Mailer => closeAtEnd(smtpMailer({ url, fromAddress }, shortLimits)),
    openServer: async (script: SmtpScript, host?: string) => closeAtEnd(await openScriptedMailServer(script, host)),
  }
}
