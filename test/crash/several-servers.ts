import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPostgresql } from '#database/postgresql/open.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { readBooks } from '../simulation/books.ts'
import { violationsOfAnswers, violationsOfRefusals } from '../simulation/violations-of-answers.ts'
import { violationsOfBooks, violationsOfFinishedBooks } from '../simulation/violations-of-books.ts'
import type { ClientAnswer } from '../simulation/world.ts'
import { type Answer, type Goods, hammer, type Service, stockShop } from './hammer.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { inTheEnd, untilFinished } from './until-finished.ts'

/** Several servers in separate processes over one PostgreSQL, and clients who record their answers. */
export interface SeveralServers {
  readonly servers: readonly ServerProcess[]
  /** All answers, in order. */
  readonly answers: readonly Answer[]
  /** The answers to clients about their payments and refunds. */
  readonly told: readonly ClientAnswer[]
  /** Lets clients buy, charge and refund while `trigger` runs, and afterwards until they get answers again. */
  serveDuring(trigger: () => Promise<void>): Promise<void>
  /** Kills one server without warning and starts another in its place; clients use the others meanwhile. */
  replace(place: number): Promise<void>
  /** Stops the servers, finishes all open work, and returns the faults in the books, a sentence each. */
  settle(): Promise<readonly string[]>
}

/** The database's addresses: for the servers, and for a test that reads the books. */
export interface Addresses {
  readonly ofServers: string
  readonly direct: string
}

const clients = 6

/** Starts servers over one empty database, and creates a shop. The first server runs the migrations. */
export const startSeveralServers = async (
  { ofServers, direct }: Addresses,
  count: number,
  dataDir: string,
): Promise<SeveralServers> => {
  const settings = {
    DATABASE_URL: ofServers,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret of the tests that nobody else has',
  }
  const first = await startServerProcess(settings)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => startServerProcess(settings)))
  const servers = [first, ...others]
  let replaced: ServerProcess | undefined
  const { organizationId, key } = await first.makeOrganization()
  const answers: Answer[] = []
  const told: ClientAnswer[] = []
  const service: Service = {
    url() {
      const serving = servers.filter((server) => server !== replaced)
      return serving[Math.floor(Math.random() * serving.length)]!.url
    },
    key,
    hear: (answer) => void answers.push(answer),
  }
  const goods: Goods = await stockShop(service)
  return {
    servers,
    answers,
    told,
    async serveDuring(trigger) {
      let goesOn = true
      // Clients stop without waiting for the outcomes of open attempts, because the last server finishes those in `settle`.
      const hammering = Array.from({ length: clients }, () => hammer(service, goods, told, () => goesOn))
      await untilServed(told, servers)
      await trigger()
      await untilServed(told, servers)
      goesOn = false
      await Promise.all(hammering)
    },
    async replace(place) {
      const server = servers[place]!
      // Clients may have requests in flight when the server dies, but none sends it a request after that.
      await server.kill()
      replaced = server
      servers[place] = await startServerProcess(settings)
      replaced = undefined
    },
    async settle() {
      await Promise.all(servers.map((server) => server.stop()))
      const last = await startServerProcess({ ...settings, DATABASE_URL: direct, ...inTheEnd(0) })
      await untilFinished(last)
      await last.stop()
      const database = await openPostgresql<Schema>(direct, { mode: 'sandbox' })
      // Checking the books looks up the events of each row. After a minute of load and without this index, that exceeds the statement
      // timeout.
      await sql`create index on events ((object->>'id'))`.execute(database.db)
      await sql`analyze`.execute(database.db)
      const books = await database.db.connection().execute(async (db) => {
        await sql`set statement_timeout = '5min'`.execute(db)
        return readBooks(db, organizationId)
      })
      await database.close()
      return [
        ...violationsOfBooks(books),
        ...violationsOfFinishedBooks(books),
        ...violationsOfAnswers(books, told),
        ...violationsOfRefusals(books, told),
      ]
    },
  }
}

/** Waits until some requests were answered. A server that has ended answers none. */
const untilServed = async (told: readonly ClientAnswer[], servers: readonly ServerProcess[]): Promise<void> => {
  const before = told.length
  while (told.length < before + 6) {
    const ended = servers.find((server) => server.hasEnded())
    if (ended !== undefined) throw new Error(`A server ended: ${ended.printed().slice(-3000)}`)
    await wait(20)
  }
}
