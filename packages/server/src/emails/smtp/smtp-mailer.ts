import { createTransport } from 'nodemailer'
import { commonHeaders, type HandOver, type Mailer } from '../mailer.ts'

/** Where a mail server is, and who sends. */
export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS. */
  readonly url: string
  readonly fromAddress: string
}

/** How long each step of a conversation may take, in milliseconds. A whole try takes at most two minutes. */
const limits = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** A mailer over SMTP. Several conversations run at the same time, each with one message after the other. */
export const smtpMailer = ({ url, fromAddress }: SmtpSettings): Mailer => {
  const transport = createTransport({
    ...connectionOf(url),
    ...limits,
    pool: true,
    maxConnections: 8,
    maxMessages: 100,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    fromAddress,
    async handOver({ messageId, from, replyTo, to, subject, text, html, date }) {
      try {
        await inTime(
          transport.sendMail({
            messageId,
            from,
            ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
            to: { name: '', address: to },
            subject,
            text,
            html,
            date: new Date(date),
            headers: commonHeaders,
          }),
        )
        return { kind: 'accepted' }
      } catch (error) {
        return failureOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Plain SMTP must change to TLS before it authenticates, unless the server is on this machine. */
const connectionOf = (url: string) => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLocal,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

const wholeTryMillis = 120_000

/** A server that sends a byte now and then would keep a conversation open for ever. */
const inTime = async <Result>(sending: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took longer than two minutes.')), wholeTryMillis)
  })
  try {
    return await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Only an answer of 5xx to the sender, the recipient or the message is final. A refused login is the operator's to mend. */
const failureOf = (error: unknown): HandOver => {
  const { code, responseCode = 0, message } = error as { code?: string; responseCode?: number; message: string }
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  return { kind: isAboutMessage && (responseCode >= 500 || responseCode === 0) ? 'refused' : 'failed', reason: message }
}
