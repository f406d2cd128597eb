/** An email for a mailer. All texts are plain; the mailer encodes them. */
export interface OutgoingEmail {
  /** The `Message-ID`: the same for every attempt at one email, so that a mail program recognizes a second copy. */
  readonly messageId: string
  readonly organizationId: string
  /** The id of the email. */
  readonly id: string
  readonly from: { readonly name: string; readonly address: string }
  readonly replyTo: string | null
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The `Date` header: an instant by the billing clock. */
  readonly date: string
}

/** The result of sending an email. */
export type EmailSendResult =
  | { readonly kind: 'accepted' }
  /** The mail server will never accept the email. */
  | { readonly kind: 'refused'; readonly reason: string }
  /**
   * The mail server did not accept the email now, or the outcome is unknown. If `isUnreachable` is set, the connection failed before the
   * server looked at any email, so no email can be sent.
   */
  | { readonly kind: 'failed'; readonly reason: string; readonly isUnreachable?: true }

/**
 * Sends emails to a mail server, or stores them. An adapter returns every failure of a mail server as a value, in bounded time. No text of
 * an email can become a header. Each call sends one message: a duplicate can only arise if the connection breaks after the message was
 * transferred. A mailer refuses an email whose recipient is not exactly one address.
 */
export interface Mailer {
  /** The sender address of all emails; `Message-ID` uses its domain. */
  readonly fromAddress: string
  send(email: OutgoingEmail): Promise<EmailSendResult>
  close(): void
}

/** Makes the `Message-ID` of an email from its id: unique, the same for every attempt, in the sender's domain (RFC 5322, 3.6.4). */
export const messageIdOf = ({ fromAddress }: Pick<Mailer, 'fromAddress'>, id: string): string =>
  `<${id}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`

/** Headers that are the same in every email. */
export const commonHeaders = { 'Auto-Submitted': 'auto-generated' } as const
