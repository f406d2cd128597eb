import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import type { LinesOfTable } from './tables-of.ts'

/** Fills a table as fast as PostgreSQL allows, from lines in COPY's text format, each ending in a newline. */
export const copyLines = async (client: pg.Client, { table, columns, lines }: LinesOfTable): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.query(
    new CopyFrom(`copy ${table} (${columns}) from stdin`, lines, (error) => (error ? reject(error) : resolve())),
  )
  await promise
}

/** A query that answers PostgreSQL's request for COPY data, which the driver's own query rejects. */
class CopyFrom extends (pg.Query as unknown as DriverQueryClass) {
  readonly #lines: Iterable<string>
  #isOver = false

  constructor(text: string, lines: Iterable<string>, callback: (error: Error | null) => void) {
    super(text, [], (error) => {
      this.#isOver = true
      callback(error)
    })
    this.#lines = lines
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: unknown) => connection.sendCopyFail(String(error)))
  }

  async #send(connection: CopyConnection): Promise<void> {
    let chunk = ''
    for (const line of this.#lines) {
      chunk += line
      if (chunk.length < chunkLength) continue
      connection.sendCopyFromChunk(Buffer.from(chunk))
      chunk = ''
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      // PostgreSQL has refused a line, and would interpret further data as something else.
      if (this.#isOver) return
    }
    connection.sendCopyFromChunk(Buffer.from(chunk))
    connection.endCopyFrom()
  }
}

const chunkLength = 262_144

type DriverQueryClass = new (
  text: string,
  values: readonly unknown[],
  callback: (error: Error | null) => void,
) => pg.Submittable

/** The driver's own connection, which the driver's types leave out. */
interface CopyConnection {
  readonly stream: Socket
  sendCopyFromChunk(chunk: Buffer): void
  sendCopyFail(why: string): void
  endCopyFrom(): void
}
