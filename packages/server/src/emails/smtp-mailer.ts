import { createTransport } from 'nodemailer'
import { commonHeaders, type EmailSendResult, type Mailer } from './mailer.ts'
import { invalidRecipient, sanitizeEmail } from './sanitize-email.ts'

/** The mail server's address, and the sender. */
export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS. */
  readonly url: string
  readonly fromAddress: string
}

/** The time-outs of each step of a conversation, and of a whole attempt, in milliseconds. */
export interface SmtpLimits {
  readonly dnsTimeout: number
  readonly connectionTimeout: number
  readonly greetingTimeout: number
  /** Milliseconds that the server may be silent. */
  readonly socketTimeout: number
  /**
   * Milliseconds for the whole attempt. Without this limit, a server that sends a byte now and then could keep a conversation open forever.
   */
  readonly attemptTimeout: number
}

const usualLimits: SmtpLimits = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  // A mail server may filter a message for ten minutes before it answers (RFC 5321, 4.5.3.2.6).
  socketTimeout: 600_000,
  attemptTimeout: 660_000,
}

/** A mailer over SMTP. It uses several connections at the same time; each sends one message after the other. */
export const smtpMailer = ({ url, fromAddress }: SmtpSettings, limits: SmtpLimits = usualLimits): Mailer => {
  const { attemptTimeout, ...timeouts } = limits
  const transport = createTransport({
    ...smtpConnectionSettings(url),
    ...timeouts,
    pool: true,
    maxConnections: 8,
    maxMessages: 100,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    fromAddress,
    async send(email) {
      const sanitized = sanitizeEmail(email)
      if (sanitized === null) return invalidRecipient
      const { messageId, from, replyTo, to, subject, text, html, date } = sanitized
      const aborting = new AbortController()
      const timer = setTimeout(() => aborting.abort(), attemptTimeout)
      try {
        await transport.sendMail({
          messageId,
          from,
          ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
          to: { name: '', address: to },
          subject,
          text,
          html,
          date: new Date(date),
          headers: commonHeaders,
          // Aborting removes a queued message, so that it is not sent after this call has failed, and ends a running conversation.
          signal: aborting.signal,
        })
        return { kind: 'accepted' }
      } catch (error) {
        if (aborting.signal.aborted)
          return {
            kind: 'failed',
            reason: `The mail server took longer than ${attemptTimeout / 1000} seconds.`,
            isUnreachable: true,
          }
        return failureOf(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Connection settings for a mail server. Over plain SMTP, a remote server must offer STARTTLS before the login. A mail server on this
 * machine need not, because few such servers do. If a server on this machine uses TLS, its certificate is not verified, because it is
 * usually self-signed.
 */
export const smtpConnectionSettings = (url: string) => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLocal,
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/**
 * 5xx answers that concern the conversation or the login at any step, and not the email (RFC 5321, 4954 and 7504). The operator can fix
 * their cause.
 */
const conversationStatuses: ReadonlySet<number> = new Set([500, 502, 503, 521, 530, 534, 535, 538])

/** Failures before the server looks at a message: of name resolution, connection, greeting, TLS and login. */
const connectionErrorCodes: ReadonlySet<string> = new Set(
  'EDNS ECONNECTION ESOCKET ETIMEDOUT ETLS EAUTH ENOAUTH'.split(' '),
)
const connectionCommands: ReadonlySet<string> = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS'])

/**
 * Only a 5xx answer to the recipient or the message is final. A 5xx answer about the sender or a policy (RFC 3463, x.7.x) concerns our
 * server and not the email, so the operator can fix its cause.
 */
const failureOf = (error: unknown): EmailSendResult => {
  const { code, command, responseCode = 0, message } = error as SmtpError
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isAboutServer = command === 'MAIL FROM' || conversationStatuses.has(responseCode) || /\b5\.7\.\d/.test(message)
  const isFinal = responseCode >= 500 && responseCode < 600 && !isAboutServer
  if (isAboutMessage && isFinal) return { kind: 'refused', reason: message }
  // A server that is shutting down answers 421 to any command (RFC 5321, 3.8).
  const isUnreachable =
    responseCode === 421 || connectionErrorCodes.has(code ?? '') || connectionCommands.has(command ?? '')
  return { kind: 'failed', reason: message, ...(isUnreachable && { isUnreachable }) }
}

interface SmtpError {
  readonly code?: string
  /** The command that failed. */
  readonly command?: string
  readonly responseCode?: number
  readonly message: string
}
