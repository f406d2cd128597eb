/** An email as it is handed over. All texts are plain; the mailer encodes them. */
export interface OutgoingEmail {
  /** The same on every try of one email, so that a mail program shows a second copy as the same message. */
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

/** What became of handing an email over. */
export type HandOver =
  | { readonly kind: 'accepted' }
  /** It will never be accepted. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It was not accepted now, or it is not known whether it was. `isUnreachable`: no email is, because the conversation does not begin. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isUnreachable?: true }

/**
 * Hands emails over to a mail server, or stores them. An adapter answers every failure as a value, in bounded time. No text of an email
 * becomes a header. It sends one message for one call: only a connection that breaks after the message was transferred may leave a copy
 * behind. It refuses an email whose recipient is not one address.
 */
export interface Mailer {
  /** The address that emails come from; its domain is that of every `Message-ID`. */
  readonly fromAddress: string
  handOver(email: OutgoingEmail): Promise<HandOver>
  close(): void
}

/** The `Message-ID` of an email by its id: unique, the same on every try, in the domain of the sender (RFC 5322, 3.6.4). */
export const messageIdOf = ({ fromAddress }: Pick<Mailer, 'fromAddress'>, id: string): string =>
  `<${id}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`

/** The headers that every email has besides its own. */
export const commonHeaders = { 'Auto-Submitted': 'auto-generated' } as const
