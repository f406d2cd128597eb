import type { Sent } from '../requests/send-all.ts'

/** The answer to a request of a shopper. */
export interface Answer {
  readonly text: string
  readonly headers: Headers
}

/** Sends a request and reads its answer; throws if that is no success. */
export type Ask = (sent: Sent) => Promise<Answer>

/** A server that is ready for shoppers. */
export interface Shop {
  readonly pid: number
  readonly port: number
  /** Sells to one new shopper, with everything that a shop's page asks for; throws if the sale is not made. */
  sell(ask: Ask, shopper: number): Promise<void>
  end(): Promise<void>
}

/** What a server is opened with. */
export interface Place {
  /** An empty database of PostgreSQL. */
  readonly databaseUrl: string
  /** An empty folder for its files. */
  readonly folder: string
}

/** A server that is measured: ours, or one that is compared with it. */
export interface Peer {
  readonly name: string
  /** Installs, fills and starts it. */
  open(place: Place): Promise<Shop>
}

/** Asks the server on a port of this machine. */
export const askAt =
  (port: number): Ask =>
  async ({ method, path, headers = {}, body }) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return { text, headers: answer.headers }
  }
