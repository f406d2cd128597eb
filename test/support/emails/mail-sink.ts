import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ArrivedEmail, readEmail } from './arrived-email.ts'

/** A mail server on this machine that accepts every email and delivers none. */
export interface MailSink {
  readonly url: string
  /** The emails that the server accepted, in order. */
  readonly arrived: readonly ArrivedEmail[]
  /** The same messages as they came over the wire. */
  readonly raw: readonly string[]
  close(): Promise<void>
}

/** Opens a mail server that speaks plain SMTP, unless its options say otherwise. */
export const openMailSink = async (options: SMTPServerOptions = {}): Promise<MailSink> => {
  const arrived: ArrivedEmail[] = []
  const raw: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onData: async (stream, { envelope }, callback) => {
      // If a client is killed, its stream ends in the middle.
      const message = await buffer(stream).catch(() => null)
      if (message === null) return callback(new Error('The message ended in the middle.'))
      raw.push(message.toString('latin1'))
      arrived.push(
        await readEmail(
          message,
          envelope.rcptTo.map(({ address }) => address),
        ),
      )
      callback()
    },
  })
  // A client that gives up in the middle is no fault of the server.
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrived,
    raw,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
