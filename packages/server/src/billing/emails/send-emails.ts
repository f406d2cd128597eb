import { accountEmailKinds, type Email, type EmailKind, type EmailReason } from '@billing-checkout/contract'
import { addDays, required, addSeconds, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { lookup } from '../../store/queries/lookup.ts'
import { composeEmail } from '../../emails/content/compose-email.ts'
import { type EmailSendResult, type Mailer, messageIdOf, type OutgoingEmail } from '../../emails/mailer.ts'
import { renderHtml } from '../../emails/render/render-html.ts'
import { renderText } from '../../emails/render/render-text.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { presentEmail } from '../../presenters/emails/present-email.ts'
import { loadCustomer } from '../../store/entities/customers.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { CustomerRow, EmailRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { lockCustomersOfEmail, wasPortalSessionEnded } from '../links/portal-links.ts'
import { reasonForNoPages } from '../links/our-pages.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'
import { emailButtonUrl } from './email-button-url.ts'
import { isEmailStillNeeded } from './is-email-still-needed.ts'
import { loadEmailInput } from './load-email-input.ts'

/** The result of one try to send an email. */
type Tried =
  | { readonly kind: 'suppressed'; readonly reason: EmailReason }
  /** Another server has finished the email in the meantime. */
  | { readonly kind: 'finished' }
  /** The merchant sends the email. */
  | { readonly kind: 'rendered'; readonly message: Rendered }
  | EmailSendResult

type Rendered = Pick<OutgoingEmail, 'subject' | 'text' | 'html'>

/**
 * Emails that are due. Each customer's emails are sent in the order of their causes, and only one server at a time hands over an email
 * (DECISIONS 185). If a server dies between the mail server's answer and its own commit, the email is sent again, with the same
 * `Message-ID`, when the lease expires.
 */
export const emailWork: WorkKind<DueRow, Tried> = {
  name: 'email',
  ...rowsDueBy('emails', 'due_at', [], 'id'),
  isOpen: sql<boolean>`emails.status = 'queued' and not exists (select from emails as earlier
    where earlier.organization_id = emails.organization_id and earlier.customer_id = emails.customer_id
      and earlier.status = 'queued' and (earlier.due_at, earlier.id) < (emails.due_at, emails.id))`,
  // One try may take eleven minutes, because a mail server may take ten minutes to answer after it has received a message.
  limit: 8,
  concurrency: 8,
  leaseSeconds: 780,
  // While the mail server does not answer, send one email at a time as a probe. Emails that merchants send themselves are not held up.
  limits: ({ mailBreaker }) => {
    const room = mailBreaker.allowedCount(8)
    return room === 0 ? { limit: 8, where: isSentByMerchant } : { limit: room }
  },
  call: async (billing) => async (row) => {
    const prepared = await write(billing.database, row.organizationId, (work) => prepareEmail(billing, work, row.id))
    return 'outgoing' in prepared ? handOver(billing, prepared) : prepared
  },
  perform: ({ billing, work, row, answer }) => recordTry(billing, work, row.id, answer),
}

const accountKinds: ReadonlySet<EmailKind> = new Set(accountEmailKinds)

const isSentByUs = ({ kind }: EmailRow, { settings }: Organization): boolean =>
  settings.emails === 'send' || accountKinds.has(kind)

const isSentByMerchant = sql<boolean>`emails.kind <> all(${[...accountEmailKinds]}::text[]) and emails.organization_id = any(array(
  select id from organizations where settings->>'emails' is distinct from 'send'))`

/** Hands an email over, and notes whether the mail server answered. */
const handOver = async ({ mailBreaker }: Billing, { mailer, outgoing }: ToHandOver): Promise<EmailSendResult> => {
  const answer = await mailer.send(outgoing)
  if (answer.kind === 'failed' && answer.isUnreachable) mailBreaker.noteSilence()
  else mailBreaker.noteAnswer()
  return answer
}

interface ToHandOver {
  readonly mailer: Mailer
  readonly outgoing: OutgoingEmail
}

type Prepared = ToHandOver | Exclude<Tried, { readonly kind: 'accepted' | 'refused' }>

/** Decides under the customer's lock whether an email is still sent, and freezes its address, language and `Message-ID`. */
const prepareEmail = async (billing: Billing, work: Write, id: string): Promise<Prepared> => {
  const unlocked = await readEmail(work, id)
  const { customerId } = unlocked
  await lockNames(work, customerId === null ? [] : [lockName.customer(customerId)])
  const [email, customer, organization] = await Promise.all([
    readEmail(work, id),
    customerId === null ? undefined : loadCustomer(work.db, customerId),
    loadOrganization(work.db, work.organizationId),
  ])
  if (email.status !== 'queued') return { kind: 'finished' }
  const seller = required(organization, 'organization', work.organizationId)
  const buyer = customerId === null ? null : required(customer, 'customer', customerId)
  const reason = await reasonAgainst(billing, work, { email, customer: buyer, organization: seller })
  if (reason !== undefined) return { kind: 'suppressed', reason }
  const isOurs = isSentByUs(email, seller)
  // The mail server has stopped answering since this email was leased.
  if (isOurs && !billing.mailBreaker.maySend(id)) return { kind: 'failed', reason: 'The mail server does not answer.' }
  // If there is no address, the check above has returned a reason.
  const to = email.recipient ?? (buyer?.email as string)
  const subject = await loadEmailInput(billing, work.db, {
    email,
    customer: buyer,
    to,
    organization: seller,
    actionUrl: await emailButtonUrl(billing, work, { email, organization: seller }),
  })
  const content = composeEmail(subject)
  const message = { subject: content.subject, text: renderText(content), html: renderHtml(content) }
  const { mailer } = billing
  const messageId = mailer === null ? null : messageIdOf(mailer, id)
  await work.db
    .updateTable('emails')
    .set({
      recipient: to,
      locale: content.lang,
      messageId,
      tries: email.tries + 1,
      firstTriedAt: email.firstTriedAt ?? billing.wallClock(),
    })
    .where('id', '=', id)
    .execute()
  if (mailer === null || messageId === null || !isOurs) return { kind: 'rendered', message }
  const { email_from_name: fromName, email_reply_to: replyTo, support_email: support } = seller.settings
  return {
    mailer,
    outgoing: {
      ...message,
      organizationId: work.organizationId,
      id,
      messageId,
      from: { name: fromName ?? subject.seller.name, address: mailer.fromAddress },
      replyTo: replyTo ?? support,
      to,
      date: work.now,
    },
  }
}

interface EmailToCheck {
  readonly email: EmailRow
  /** Null if the email names no customer, because its address may not belong to one. */
  readonly customer: CustomerRow | null
  readonly organization: Organization
}

/** The reason not to send an email after all; `undefined` if it is sent. */
const reasonAgainst = async (
  billing: Billing,
  work: Write,
  { email, customer, organization }: EmailToCheck,
): Promise<EmailReason | undefined> => {
  const { mailer } = billing
  const { emails = 'off', email_kinds: kinds = {} } = organization.settings
  if (customer?.erasedAt) return 'customer_erased'
  if (email.kind === 'sign_in') return reasonAgainstSignIn(billing, work, email)
  if (!accountKinds.has(email.kind) && (emails === 'off' || kinds[email.kind as keyof typeof kinds] === false))
    return 'switched_off'
  if (mailer === null && isSentByUs(email, organization)) {
    if (addDays(email.dueAt, daysUntilGivenUp) <= work.now) return 'no_mailer'
    // Throw, so that the email is tried again: another server may have a mail server, or the operator may configure one.
    throw new Error('This server has no mail server: set SMTP_URL and MAIL_FROM.')
  }
  if (email.recipient === null && !customer?.email) return 'no_address'
  return (await isEmailStillNeeded(work, email, customer)) ? undefined : 'not_needed'
}

/**
 * The reason not to send a sign-in email. A customer who signs in waits for the link, and no longer needs it after a quarter of an hour.
 */
const reasonAgainstSignIn = async (
  billing: Billing,
  work: Write,
  { createdAt, customerId, recipient, facts }: EmailRow,
): Promise<EmailReason | undefined> => {
  if (reasonForNoPages(billing) !== null || addSeconds(createdAt, signInSeconds) <= work.now) return 'not_needed'
  if (billing.mailer === null) throw new Error('This server has no mail server: set SMTP_URL and MAIL_FROM.')
  if (customerId !== null)
    return (await wasPortalSessionEnded(work, facts.portal_session_id)) ? 'not_needed' : undefined
  const accounts = recipient === null ? [] : await lockCustomersOfEmail(work.db, recipient)
  return accounts.length === 0 ? 'no_address' : undefined
}

const signInSeconds = 900

const readEmail = ({ db }: Write, id: string): Promise<EmailRow> =>
  db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const lockedEmail = lookup('emails', ['id'], { lock: 'wait' })

const daysUntilGivenUp = 3

/** Records the result of a try. Throws if the email may be tried again, so that the worklist defers it. */
const recordTry = async (
  { wallClock }: Billing,
  work: Write,
  id: string,
  tried: Tried,
): Promise<string | undefined> => {
  const email = required((await work.find(lockedEmail, [id]))[0], 'email', id)
  if (email.status !== 'queued') return undefined
  switch (tried.kind) {
    case 'accepted': {
      const sent = await closeEmail(work, email, { status: 'sent', reason: null, sentAt: work.now })
      recordEvent(work, 'email.sent', sent)
      return 'email.sent'
    }
    case 'rendered': {
      const sent = await closeEmail(work, email, { status: 'sent', reason: null, sentAt: work.now })
      recordEvent(work, 'email.ready', { ...sent, ...tried.message })
      return 'email.ready'
    }
    case 'finished':
      return undefined
    case 'suppressed':
      await closeEmail(work, email, { status: 'suppressed', reason: tried.reason, sentAt: null })
      return 'email.suppressed'
    case 'refused':
      return failEmail(work, email, 'refused')
    case 'failed':
      if (!isTooOld(email, wallClock())) throw new Error(`The mail server did not accept the email: ${tried.reason}`)
      return failEmail(work, email, 'undeliverable')
  }
}

const isTooOld = ({ kind, firstTriedAt }: EmailRow, wall: Timestamp): boolean =>
  firstTriedAt !== null &&
  (kind === 'sign_in' ? addSeconds(firstTriedAt, signInSeconds) : addDays(firstTriedAt, daysUntilGivenUp)) <= wall

const failEmail = async (work: Write, email: EmailRow, reason: EmailReason): Promise<string> => {
  recordEvent(work, 'email.failed', await closeEmail(work, email, { status: 'failed', reason, sentAt: null }))
  return 'email.failed'
}

const closeEmail = async (
  { db }: Write,
  email: EmailRow,
  outcome: Pick<EmailRow, 'status' | 'reason' | 'sentAt'>,
): Promise<Email> => {
  await db.updateTable('emails').set(outcome).where('id', '=', email.id).execute()
  return presentEmail({ ...email, ...outcome })
}
