import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readBooks } from '../simulation/books.ts'
import { faultsOfAnswers, faultsOfRefusals } from '../simulation/faults-of-answers.ts'
import { faultsOfBooks, faultsOfFinishedBooks } from '../simulation/faults-of-books.ts'
import type { Told } from '../simulation/world.ts'
import { hammer, stockShop } from './hammer.ts'
import { keepDatabase } from './kept-database.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** `KILLS=20 npx vitest run --project simulation kill` kills more often. */
const kills = Number(process.env['KILLS'] ?? 3)
const clients = 6

test.concurrent.each(['embedded', 'postgresql'] as const)(
  'a server over %s that is killed again and again under load loses no money and tells nobody a falsehood',
  { timeout: 60_000 + kills * 15_000 },
  async (kind) => {
    const kept = await keepDatabase(kind)
    let server = await startServerProcess(kept.settings)
    const { organizationId, key } = await server.makeOrganization()
    const service = { url: () => server.url, key }
    const goods = await stockShop(service)
    const told: Told[] = []

    let goesOn = true
    const hammering = Array.from({ length: clients }, () => hammer(service, goods, told, () => goesOn))
    for (let killed = 1; killed <= kills; killed++) {
      await untilBusy(told)
      await server.kill()
      goesOn = killed < kills
      server = await startServerProcess({ ...kept.settings, ...(goesOn ? {} : inTheEnd) })
    }
    await Promise.all(hammering)
    await untilFinished(server)
    await server.stop()

    const database = await kept.open()
    const books = await readBooks(database.db, organizationId)
    await database.close()
    await kept.discard()
    const faults = [...faultsOfBooks(books), ...faultsOfFinishedBooks(books)]
    expect([...faults, ...faultsOfAnswers(books, told), ...faultsOfRefusals(books, told)]).toEqual([])
    expect(told.filter(({ paymentStatus }) => paymentStatus === 'SETTLING').length).toBeGreaterThan(kills)
    console.log(
      `${kind}: ${kills} kills, ${books.payments.length} payments, ${books.refunds.length} refunds, ${told.length} clients told`,
    )
  },
)

/** Two minutes later every lease has run out, and the network is good again. */
const inTheEnd = { WALL_AHEAD_SECONDS: '120', FAULTS: 'off' }

/** A server is killed when it has answered some, at a moment that nobody can foresee. */
const untilBusy = async (told: readonly Told[]): Promise<void> => {
  const before = told.length
  while (told.length < before + 8) await wait(20)
  await wait(Math.random() * 500)
}

/** The completer runs every few seconds; it must not need many of its rounds. */
const untilFinished = async (server: ServerProcess): Promise<void> => {
  for (let looks = 0; looks < 40 && (await server.countOpen()) > 0; looks++) await wait(500)
}
