import type { Database } from '../store/database.ts'
import { inOrganization } from '../store/in-organization.ts'
import { commonHeaders, type Mailer, type OutgoingEmail } from './mailer.ts'
import { invalidRecipient, sanitizeEmail } from './sanitize-email.ts'

/** An email as the sandbox shows it. */
export interface StoredEmail {
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly to: string
  readonly text: string
  readonly html: string
}

/** A mailer that sends nothing and stores every email for the sandbox's page. A later attempt at an email replaces the stored one. */
export const storedMailer = (database: Database, fromAddress: string): Mailer => ({
  fromAddress,
  async send(email) {
    const sanitized = sanitizeEmail(email)
    if (sanitized === null) return invalidRecipient
    const message = JSON.stringify(storedOf(sanitized))
    await inOrganization(database, email.organizationId)
      .insertInto('storedEmails')
      .values({ id: email.id, message, createdAt: email.date })
      .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doUpdateSet({ message }))
      .execute()
    return { kind: 'accepted' }
  },
  close() {},
})

const storedOf = ({ from, replyTo, to, subject, date, messageId, text, html }: OutgoingEmail): StoredEmail => ({
  headers: {
    From: `${quoted(from.name)} <${from.address}>`,
    ...(replyTo !== null && { 'Reply-To': replyTo }),
    To: to,
    Subject: subject,
    Date: date,
    'Message-ID': messageId,
    ...commonHeaders,
  },
  subject,
  to,
  text,
  html,
})

/** Quotes a name with special characters, as a header requires (RFC 5322, 3.2.4). */
const quoted = (name: string): string =>
  /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name
