import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** What clients requested from a database. */
export interface DatabaseTraffic {
  /** Statements that were executed, including `begin` and `commit`. */
  readonly statements: number
  /** How often a client sent something when no answer was pending on its connection, and therefore waited for the network. */
  readonly roundTrips: number
}

/** A TCP proxy in front of a PostgreSQL that counts what passes. */
export interface CountingProxy {
  /** The address of the database through this proxy. */
  readonly url: string
  /** What passed since the last call, or since the proxy was opened. */
  take(): DatabaseTraffic
  close(): Promise<void>
}

/** Opens a counting proxy on loopback before a PostgreSQL. */
export const openCountingProxy = async (databaseUrl: string): Promise<CountingProxy> => {
  const address = new URL(databaseUrl)
  let counted = { statements: 0, roundTrips: 0 }
  const server = createServer((client) => {
    const database = connect(socketOf(address))
    let unanswered = 0
    const asked = readMessages('client', (type, body) => {
      if (type === sync || type === query) {
        if (unanswered === 0) counted.roundTrips += 1
        unanswered += 1
      }
      if (type === execute || (type === query && !body.includes(maintenance))) counted.statements += 1
    })
    const answered = readMessages('database', (type) => {
      if (type === readyForQuery) unanswered -= 1
    })
    client.on('data', (chunk) => {
      asked(chunk)
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      answered(chunk)
      client.write(chunk)
    })
    client.on('error', () => database.destroy())
    database.on('error', () => client.destroy())
    client.on('close', () => database.end())
    database.on('close', () => client.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${address.username}@127.0.0.1:${port}${address.pathname}`,
    take() {
      const taken = counted
      counted = { statements: 0, roundTrips: 0 }
      return taken
    },
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * A statement by which the driver maintains a connection. A message with this statement counts as no statement, but may count as a round
 * trip.
 */
const maintenance = 'discard plans'

const socketOf = ({ searchParams, hostname, port }: URL): { path: string } | { host: string; port: number } => {
  const folder = searchParams.get('host')
  return folder === null ? { host: hostname, port: Number(port || 5432) } : { path: `${folder}/.s.PGSQL.5432` }
}

const [query, execute, sync, readyForQuery] = ['Q', 'E', 'S', 'Z'].map((letter) => letter.charCodeAt(0))

/**
 * Calls `tell` with each message of PostgreSQL's protocol, however the messages are split into chunks. Skips a client's first message,
 * which has no type, and the database's answers to it up to the first "ready", which belongs to no statement.
 */
const readMessages = (side: 'client' | 'database', tell: (type: number, body: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  let isStarting = true
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStarting && side === 'client' ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      const type = rest[0]!
      if (!isStarting) tell(type, rest.subarray(head + 4, length))
      if (isStarting) isStarting = side === 'database' && type !== readyForQuery
      rest = rest.subarray(length)
    }
  }
}
