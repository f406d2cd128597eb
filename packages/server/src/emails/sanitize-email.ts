import type { EmailSendResult, OutgoingEmail } from './mailer.ts'

/**
 * Makes an email unambiguous for mail programs and relays: its subject and names are single lines, and it has exactly one recipient and at
 * most one reply address. `null` if its recipient is not one address.
 */
export const sanitizeEmail = (email: OutgoingEmail): OutgoingEmail | null => {
  if (!isOneAddress(email.to)) return null
  const { from, replyTo, subject } = email
  return {
    ...email,
    subject: singleLine(subject),
    from: { ...from, name: singleLine(from.name) },
    replyTo: replyTo !== null && isOneAddress(replyTo) ? replyTo : null,
  }
}

/** The result for an email for which {@link sanitizeEmail} returns `null`. */
export const invalidRecipient: EmailSendResult = { kind: 'refused', reason: 'The recipient is not one e-mail address.' }

/** `local@domain` (RFC 5321, 4.1.2) without quotes, comments and lists, which can hide another address. */
const isOneAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s\p{Cc}\p{Cs}@<>()[\]\\,;:"]+@[^\s\p{Cc}\p{Cs}@<>()[\]\\,;:"]+$/u.test(text)

/**
 * The largest length of a header text, in UTF-16 units: a line of a message holds at most 998 bytes (RFC 5322, 2.1.1), and relays break
 * longer ones.
 */
const lineLengthMax = 500

const singleLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, lineLengthMax)
    .replaceAll(/\p{Cs}/gu, '')
