import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#database/migrate/migrate-to-latest.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { readBooks } from '../simulation/books.ts'
import { violationsOfAnswers, violationsOfRefusals } from '../simulation/violations-of-answers.ts'
import { violationsOfBooks, violationsOfFinishedBooks } from '../simulation/violations-of-books.ts'
import type { ClientAnswer } from '../simulation/world.ts'
import { createDatabase, dropDatabase } from '../support/databases/database-on-server.ts'
import { templatesOf } from '../support/databases/databases.ts'
import { pathInNewerTree, makeNewerTree } from '../support/processes/newer-tree.ts'
import { type Answer, hammer, type Service, stockShop } from './hammer.ts'
import { type ServerProcess, serverScript, startServerProcess } from './server-process.ts'

const isPaid = ({ paymentStatus }: ClientAnswer) => paymentStatus === 'SETTLING'

test(
  'a server charges while the next version changes the schema, and then together with a server of that version',
  { timeout: 300_000 },
  async () => {
    const newer = await makeNewerTree()
    onTestFinished(newer.discard)
    const { server } = await templatesOf('postgresql')
    const url = await createDatabase(server)
    onTestFinished(() => dropDatabase(server, url))
    const settings = { DATABASE_URL: url, DATA_DIR: newer.folder, SECRET_KEY: 'x'.repeat(32), FAULTS: 'off' }
    const start = async (...given: Parameters<typeof startServerProcess>) => {
      const process = await startServerProcess(...given)
      onTestFinished(process.kill)
      return process
    }
    const oldServer = await start(settings)
    const { organizationId, key } = await oldServer.makeOrganization()
    const answers: Answer[] = []
    const told: ClientAnswer[] = []
    const serviceOf = ({ url: address }: ServerProcess): Service => ({
      url: () => address,
      key,
      hear: (answer) => void answers.push(answer),
    })
    const goods = await stockShop(serviceOf(oldServer))
    const database = await openPostgresql<Schema>(url, { mode: 'sandbox' })
    onTestFinished(() => database.close())

    let goesOn = true
    const serve = (one: ServerProcess) =>
      Array.from({ length: 2 }, () => hammer(serviceOf(one), goods, told, () => goesOn))
    const untilPaid = async (count: number) => {
      const before = told.filter(isPaid).length
      while (told.filter(isPaid).length < before + count) await wait(20)
    }
    const shopping = serve(oldServer)
    await untilPaid(3)
    const migrated = await migrateToLatest(database.db, newer.migrations)
    await untilPaid(3)
    const newServer = await start(settings, pathInNewerTree(newer, serverScript))
    shopping.push(...serve(newServer))
    await untilPaid(10)
    goesOn = false
    await Promise.all(shopping)
    await Promise.all([oldServer.stop(), newServer.stop()])

    const last = await start({ ...settings, WALL_AHEAD_SECONDS: '800' }, pathInNewerTree(newer, serverScript))
    for (let looks = 0; looks < 60 && (await last.countOpen()) > 0; looks++) await wait(500)
    await last.stop()
    const books = await readBooks(database.db, organizationId)
    expect(migrated.map(({ version }) => version)).toEqual(Array.from({ length: 12 }, (_, place) => 9001 + place))
    const failed = answers.filter(({ status }) => status >= 500)
    const why = failed.length === 0 ? [] : [oldServer, newServer].flatMap(troublesOf)
    expect({ failed, why }).toEqual({ failed: [], why: [] })
    expect([
      ...violationsOfBooks(books),
      ...violationsOfFinishedBooks(books),
      ...violationsOfAnswers(books, told),
      ...violationsOfRefusals(books, told),
    ]).toEqual([])
  },
)

/** The lines that a server printed, without those of level `info`. They show why an answer was an error. */
const troublesOf = ({ printed }: ServerProcess): readonly string[] =>
  printed()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{"level":"info"'))
