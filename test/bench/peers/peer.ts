import type { Sent } from '../requests/send-all.ts'

/** The answer to a request of a shopper. */
export interface Answer {
  readonly text: string
  readonly headers: Headers
}

/** Sends a request and reads its answer. Throws unless it succeeded. */
export type Ask = (sent: Sent) => Promise<Answer>

/** A server that is ready for shoppers. */
export interface Shop {
  readonly pid: number
  readonly port: number
  /** Sells to a new shopper, with all requests of a shop's page. Throws if the sale fails. */
  sell(ask: Ask, shopper: number): Promise<void>
  end(): Promise<void>
}

/** What a server needs to be opened. */
export interface Place {
  /** An empty database of PostgreSQL. */
  readonly databaseUrl: string
  /** An empty folder for its files. */
  readonly folder: string
}

/** A server to measure: ours, or a server to compare with ours. */
export interface Peer {
  readonly name: string
  /** Installs, fills and starts the server. */
  open(place: Place): Promise<Shop>
}

/** Sends requests to the server on a local port. */
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
