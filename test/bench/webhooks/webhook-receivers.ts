import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A server that receives events and knows when each was committed. */
export interface Receiver {
  readonly url: string
  /** Milliseconds from commit to arrival of the events that arrived since the last call. */
  take(): readonly number[]
  count(): number
  close(): void
}

/** Starts a receiver. If `isDead` is true, it accepts connections and answers nothing. */
export const startReceiver = async (isDead = false): Promise<Receiver> => {
  let millis: number[] = []
  let count = 0
  const server = createServer((request, response) => {
    if (isDead) return
    void text(request).then((body) => {
      response.end()
      const { data } = JSON.parse(body) as { data: { object: { at: number } } }
      count += 1
      millis.push(Date.now() - data.object.at)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    take() {
      const taken = millis
      millis = []
      return taken
    },
    count: () => count,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
