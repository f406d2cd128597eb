import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A step of an SMTP conversation at which the server answers. */
export type SmtpStep = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'RSET'

/**
 * How a server answers a step: with one or several lines, or by an action on the connection. A step that the script leaves out is answered
 * as by a normal server.
 */
export type SmtpScript = Partial<Readonly<Record<SmtpStep, string | ((socket: Socket) => void)>>>

/** A mail server that follows a script. */
export interface ScriptedMailServer {
  readonly url: string
  /** Follows another script from the next connection on. */
  follow(script: SmtpScript): void
  /** Every line that clients sent outside of messages. */
  readonly commands: readonly string[]
  /** How many messages it received completely, whatever it answered. */
  readonly transferred: () => number
  /** How many connections the server has had, and how many are open. */
  readonly connections: () => number
  readonly open: () => number
  close(): Promise<void>
}

/** Opens a mail server that follows a script; `host` is the address under which a client calls it. */
export const openScriptedMailServer = async (script: SmtpScript, host = '127.0.0.1'): Promise<ScriptedMailServer> => {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  let followed = script
  let transferred = 0
  let connections = 0
  const server = createServer((socket) => {
    const current = followed
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const answer = (step: SmtpStep) => {
      if (!socket.writable) return
      const scripted = current[step] ?? usual[step]
      if (typeof scripted === 'function') scripted(socket)
      else socket.write(`${scripted}\r\n`)
    }
    let isMessage = false
    answer('greeting')
    createInterface({ input: socket }).on('line', (line) => {
      if (isMessage) {
        if (line !== '.') return
        isMessage = false
        transferred++
        answer('message')
        return
      }
      commands.push(line)
      const step = stepOf(line)
      isMessage = step === 'DATA' && (current.DATA ?? usual.DATA).toString().startsWith('354')
      if (step === null) socket.write('502 Unknown\r\n')
      else answer(step)
    })
  })
  await once(server.listen(0, host), 'listening')
  return {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    follow: (other) => void (followed = other),
    commands,
    transferred: () => transferred,
    connections: () => connections,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const usual: Readonly<Record<SmtpStep, string>> = {
  greeting: '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  AUTH: '235 Welcome',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 Go on',
  message: '250 Accepted',
  RSET: '250 OK',
}

const stepOf = (line: string): SmtpStep | null => {
  const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? ''
  if (verb === 'HELO') return 'EHLO'
  return verb in usual ? (verb as SmtpStep) : null
}
