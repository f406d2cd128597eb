import { setTimeout as wait } from 'node:timers/promises'
import { readBooks } from '../simulation/books.ts'
import { violationsOfAnswers, violationsOfRefusals } from '../simulation/violations-of-answers.ts'
import { violationsOfBooks, violationsOfFinishedBooks } from '../simulation/violations-of-books.ts'
import type { ClientAnswer } from '../simulation/world.ts'
import type { StripeUnderLoad } from './stripe-under-load.ts'
import { hammer, stockShop } from './hammer.ts'
import type { KeptDatabase } from './kept-database.ts'
import { startServerProcess } from './server-process.ts'
import { inTheEnd, untilFinished } from './until-finished.ts'

/** The state after a server was killed several times. */
export interface Aftermath {
  /** Violations, a sentence each. */
  readonly violations: readonly string[]
  readonly payments: number
  readonly refunds: number
  /** How many requests were answered or refused. */
  readonly told: number
  /** How many clients got the answer that they had paid. */
  readonly paid: number
}

const clients = 6

/**
 * Lets clients buy, charge and refund at a server that is killed `kills` times, at random, and restarted. In the end everything must be
 * finished, our books and the processor's must agree, and no client may have received a wrong answer. The database is dropped afterwards.
 */
export const killAgainAndAgain = async (
  kept: KeptDatabase,
  kills: number,
  stripe?: StripeUnderLoad,
): Promise<Aftermath> => {
  const settings = { ...kept.settings, ...stripe?.settings }
  const leaseSeconds = stripe?.leaseSeconds ?? 81
  let server = await startServerProcess(settings)
  const { organizationId, key } = await server.makeOrganization()
  const service = { url: () => server.url, key, ...(stripe && { newCard: stripe.newCard }) }
  const goods = await stockShop(service)
  const told: ClientAnswer[] = []

  let goesOn = true
  const hammering = Array.from({ length: clients }, () => hammer(service, goods, told, () => goesOn))
  for (let killed = 1; killed <= kills; killed++) {
    await untilBusy(told)
    await server.kill()
    goesOn = killed < kills
    if (!goesOn) stripe?.calm()
    const ahead = goesOn ? aheadAfter(killed, leaseSeconds) : inTheEnd(killed * leaseSeconds)
    server = await startServerProcess({ ...settings, ...ahead })
  }
  await Promise.all(hammering)
  await untilFinished(server)
  await server.stop()

  const database = await kept.open()
  const written = await readBooks(database.db, organizationId)
  const books = stripe?.complete(written) ?? written
  await database.close()
  await kept.discard()
  return {
    violations: [
      ...violationsOfBooks(books),
      ...violationsOfFinishedBooks(books),
      ...violationsOfAnswers(books, told),
      ...violationsOfRefusals(books, told),
      ...(stripe?.violations(books) ?? []),
    ],
    payments: books.payments.length,
    refunds: books.refunds.length,
    told: told.length,
    paid: told.filter(({ paymentStatus }) => paymentStatus === 'SETTLING').length,
  }
}

/**
 * Each server starts as though the leases of the previous server had expired. Otherwise all clients might wait a minute for answers that
 * the killed server owes them. The wall clock advances by at most 810 seconds, because a sealed card is valid for only 15 minutes. The
 * clock of the leases has no such limit.
 */
const aheadAfter = (kills: number, leaseSeconds: number) => ({
  WALL_AHEAD_SECONDS: String(Math.min(kills, 10) * 81),
  LEASES_AHEAD_SECONDS: String(kills * leaseSeconds),
})

/** Waits until the server has answered some requests, and then for a random time. */
const untilBusy = async (told: readonly ClientAnswer[]): Promise<void> => {
  const before = told.length
  while (told.length < before + 8) await wait(20)
  await wait(Math.random() * 500)
}
