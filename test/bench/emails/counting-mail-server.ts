import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Opens a mail server that counts the emails it accepts, and can be switched to refuse everything temporarily. */
export const openCountingMailServer = async () => {
  let count = 0
  let refuses = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, callback) => {
      if (refuses) callback(Object.assign(new Error('Try again later.'), { responseCode: 451 }))
      else callback()
    },
    onData: (stream, _session, callback) => {
      stream.resume()
      stream.once('end', () => {
        count += 1
        callback()
      })
    },
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    count: () => count,
    refuse: () => {
      refuses = true
    },
    close: () => server.close(),
  }
}
