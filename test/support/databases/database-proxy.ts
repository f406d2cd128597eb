import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a database, which simulates faults of the network between the database and its servers. */
export interface DatabaseProxy {
  /** The address of a database through this proxy. */
  addressOf(databaseUrl: string): string
  /** Ends every connection like a server that shuts down. */
  cut(): void
  /** Ends every connection like a host that crashed. */
  reset(): void
  /** Forwards nothing until `unstall` is called. Neither side notices. */
  stall(): void
  unstall(): void
  /**
   * Resets the next connections that send a commit. `unsent`: before the commit reaches the database. `unanswered`: when the database
   * begins to answer the packet with the commit.
   */
  resetCommits(kind: CommitAccident, connections: number): void
  /**
   * Resets the client's side of the next connection that sends a commit in one packet with this text. The database gets the packet and may
   * commit it much later. Resolves after the reset.
   */
  delayCommit(text: string): Promise<void>
  close(): Promise<void>
}

/** Whether a commit whose connection is reset reaches the database. */
export type CommitAccident = 'unsent' | 'unanswered'

interface Pair {
  readonly client: Socket
  readonly database: Socket
}

/** Opens a proxy on loopback in front of a server that listens on a Unix socket. */
export const openDatabaseProxy = async (socketPath: string): Promise<DatabaseProxy> => {
  const pairs = new Set<Pair>()
  let isStalled = false
  const accidents: CommitAccident[] = []
  let delayed: { readonly text: string; readonly onReset: () => void } | undefined

  const server = createServer((client) => {
    const database = connect(socketPath)
    const pair = { client, database }
    let losesAnswer = false
    pairs.add(pair)
    if (isStalled) pause(pair)
    client.on('data', (chunk) => {
      if (delayed !== undefined && sendsCommit(chunk) && chunk.includes(delayed.text)) {
        database.write(chunk)
        client.resetAndDestroy()
        delayed.onReset()
        delayed = undefined
        return
      }
      const accident = sendsCommit(chunk) ? accidents.shift() : undefined
      if (accident === 'unsent') return resetPair(pair)
      losesAnswer ||= accident === 'unanswered'
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      if (losesAnswer) resetPair(pair)
      else client.write(chunk)
    })
    client.on('error', () => database.destroy())
    database.on('error', () => resetPair(pair))
    client.on('close', () => {
      database.end()
      pairs.delete(pair)
    })
    database.on('close', () => client.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  return {
    addressOf(databaseUrl) {
      const { username, pathname } = new URL(databaseUrl)
      return `postgresql://${username}@127.0.0.1:${port}${pathname}`
    },
    cut: () => pairs.forEach(endPair),
    reset: () => pairs.forEach(resetPair),
    stall() {
      isStalled = true
      pairs.forEach(pause)
    },
    unstall() {
      isStalled = false
      pairs.forEach(resume)
    },
    resetCommits: (kind, connections) => accidents.push(...Array.from({ length: connections }, () => kind)),
    delayCommit: (text) =>
      new Promise((onReset) => {
        delayed = { text, onReset }
      }),
    async close() {
      server.close()
      pairs.forEach(resetPair)
      await once(server, 'close')
    },
  }
}

/** A commit is a simple query, which ends with a zero byte. Earlier messages may share its packet. */
const sendsCommit = (chunk: Buffer): boolean => chunk.includes('commit\0')

const pause = ({ client, database }: Pair): void => void [client.pause(), database.pause()]
const resume = ({ client, database }: Pair): void => void [client.resume(), database.resume()]
const endPair = ({ client, database }: Pair): void => void [client.end(), database.end()]
/** Resets the client's side. The other side is a Unix socket, which cannot be reset, so that side is closed. */
const resetPair = ({ client, database }: Pair): void => void [client.resetAndDestroy(), database.destroy()]
