import type { HandOver, OutgoingEmail } from './mailer.ts'

/**
 * An email that no mail program or relay can read in a second way: its subject and names are single lines, and it names one address to
 * send to and at most one to answer to. `null` if its recipient is not one address.
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

/** What a mailer answers to an email that {@link sanitizeEmail} returns `null` for. */
export const invalidRecipient: HandOver = { kind: 'refused', reason: 'The recipient is not one e-mail address.' }

/** `local@domain` (RFC 5321, 4.1.2) without the quotes, comments and lists in which another address can hide. */
const isOneAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s\p{Cc}\p{Cs}@<>()[\]\\,;:"]+@[^\s\p{Cc}\p{Cs}@<>()[\]\\,;:"]+$/u.test(text)

/** A line of a message holds at most 998 bytes (RFC 5322, 2.1.1), and relays break a longer one. */
const lineLengthMax = 500

const singleLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, lineLengthMax)
    .replaceAll(/\p{Cs}/gu, '')
