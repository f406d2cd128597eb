import { sql } from 'kysely'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import type { Billing } from '#server/billing/billing.ts'
import { thawClock } from '#server/billing/due-work/move-clock.ts'
import { runDueWork } from '#server/billing/due-work/kinds.ts'
import type { UnrequestedRefund } from '../books.ts'
import { chanceOf } from '../chance.ts'
import { drawnLife } from '../client.ts'
import { violationsOfBooks, violationsOfFinishedBooks } from '../violations-of-books.ts'
import { networkFaults } from '../faults-of-network.ts'
import { ignoreCrash, type ProcessLife, processLifeEndingAt } from '../life.ts'
import { throwViolations } from '../throw-violations.ts'
import { openWorld, type World } from '../world.ts'
import { actions, subscribe } from './actions.ts'
import type { WrittenBooks } from './history.ts'
import type { CoveragePoint } from './ledger.ts'
import { moveClockBy } from './move-clock-by.ts'
import { openScene, type Scene } from './scene.ts'

/** The result of a seed of subscriptions. */
export interface PlayedSubscribers {
  readonly written: WrittenBooks
  readonly turns: number
  /** What was charged, less what went back, by currency in minor units. */
  readonly took: ReadonlyMap<string, number>
  /** How often each coverage point was reached. */
  readonly reached: ReadonlyMap<CoveragePoint, number>
}

/** Dates that reveal calendar errors: ends of months, leap days, the turn of a year, and an ordinary date. */
const beginnings = ['2027-01-31', '2028-02-29', '2027-02-28', '2027-12-31', '2026-08-30', '2026-05-14']
const dunnings = [
  [0, 1, 3, 7, 14, 21, 30],
  [0, 2, 5],
  [0, 1, 3, 7, 14, 21, 30],
]
const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

/** Plays months or years of a few subscriptions. Throws as soon as there are violations. */
export const playSubscribers = async (shared: Billing, seed: number): Promise<PlayedSubscribers> => {
  const chance = chanceOf(seed)
  const badness = chance.pick([0, 0.1, 0.3])
  const days = chance.pick(dunnings)
  const silence = { isSilent: false }
  const world = await openWorld(shared, chance, {
    faultOf: (operation) =>
      silence.isSilent && operation in faultsOfSilence
        ? chance.pick(faultsOfSilence[operation as keyof typeof faultsOfSilence])
        : chance.happens(badness)
          ? chance.pick(faultsIn[operation])
          : 'none',
    settings: { dunning_days: days, three_d_secure: 'never', several_subscriptions: true, on_dispute: 'nothing' },
    billingStartsAt: Date.parse(`${chance.pick(beginnings)}T10:00:00Z`) + chance.below(daySeconds) * 1000,
  })
  await world.clock.tellTime()
  const scene = await openScene(world, days, silence)
  let turns = 0
  const play = async () => {
    turns += await playAndExpect(scene)
  }
  world.stage.begin(() => subscribe(scene, 'key_first'))
  world.stage.begin(() => subscribe(scene, 'key_second'), 30)
  await play()
  for (let round = 6 + chance.below(6); round > 0; round--) {
    const seconds = secondsToPass(scene)
    if (seconds > 0 && chance.happens(0.2)) world.stage.begin(() => moveClockBy(scene, seconds, `key_${round}_clock`))
    else world.clock.moveBillingClock(seconds)
    // If the processor fell silent in the previous round, it stays silent while this time passes.
    beginRound(scene, round)
    await play()
    if (chance.happens(0.4)) silence.isSilent = false
  }
  await finish(scene, play)
  return { written: scene.written, turns, took: scene.expectation.took, reached: scene.expectation.reached }
}

/** Mostly the seconds until something is due next. Sometimes only a part of that time, or much more, during which no server runs. */
const secondsToPass = ({ world, written }: Scene): number => {
  const { chance } = world
  const dues = written.subscriptions.flatMap(({ dueAt }) => (dueAt === null ? [] : [Date.parse(dueAt)]))
  const toDue = Math.ceil((Math.min(...dues) - world.clock.billingNow()) / 1000)
  if (!Number.isFinite(toDue) || toDue <= 0) return chance.pick([0, hourSeconds, daySeconds, 40 * daySeconds])
  const share = chance.pick([1, 1, 1, 1, 0.5, 0.2, chance.below(100) / 100, 2, 3.5])
  return Math.floor(toDue * share) + (share === 1 ? chance.pick([0, 0, 60, 7 * hourSeconds]) : 0)
}

/** Starts one to three workers, `completeAttempts`, and one to three random actions. */
const beginRound = (scene: Scene, round: number): void => {
  const { chance, stage } = scene.world
  for (let workers = 1 + chance.below(2); workers > 0; workers--) {
    stage.begin(() => processDue(scene, drawnLife(scene.world, 0.25)), chance.below(3))
  }
  for (let action = 1 + chance.below(3); action > 0; action--) {
    stage.begin(() => chance.pick(actions)(scene, `key_${round}_${action}`), chance.pick([0, 0, 1, 2, 90]))
  }
  if (chance.happens(0.3)) stage.begin(() => processDue(scene, processLifeEndingAt(Infinity)), 100)
  stage.begin(() => complete(scene, drawnLife(scene.world, 0.1)), 70)
}

const processDue = async ({ world, note }: Scene, life: ProcessLife): Promise<void> => {
  const billing = world.serve(life, 0, () => note({ kind: 'machine' }))
  try {
    if (world.clock.mayClockMove() && (await isClockMoving(billing))) return
    while ((await runDueWork(billing, { concurrency: 1, isClockMoving: false })).length > 0);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('503')) ignoreCrash(error)
  }
}

/** Whether the clock is being moved. As a worker does, first restarts a clock whose mover's lease has expired. */
const isClockMoving = async (billing: Billing): Promise<boolean> => {
  await thawClock(billing)
  return (await billing.database.selectFrom('clock').select('mover').executeTakeFirstOrThrow()).mover !== null
}

const complete = async ({ world, note }: Scene, life: ProcessLife): Promise<void> => {
  const billing = world.serve(life, 0, () => note({ kind: 'machine' }))
  // Days may have passed, so also query attempts whose next query is not due yet.
  await completeAttempts(billing, { concurrency: 1, awaitingRetry: true }).catch(ignoreCrash)
  await importProcessorNews(billing, true).catch(ignoreCrash)
}

/** Plays the stories on the stage. After every turn, the calculator checks what was written. */
const playAndExpect = async ({ world, look }: Scene): Promise<number> => {
  let turns = 0
  await world.stage.play({
    before: () => world.clock.tellTime(),
    after: async () => {
      turns += 1
      throwViolations(await look())
    },
  })
  return turns
}

/** Lets the network recover and the servers stay up. Then no due work may be left, and no unwanted money kept. */
const finish = async (scene: Scene, play: () => Promise<void>): Promise<void> => {
  const { world, expectation } = scene
  world.calm()
  scene.silence.isSilent = false
  for (const daysLater of [0, 0, 0, 1, 0]) {
    // A renewal that waited for an unknown outcome is retried within a day, and a pending refund arrives within a day.
    world.clock.moveBillingClock(daysLater * (daySeconds + hourSeconds))
    world.stage.begin(() => complete(scene, processLifeEndingAt(Infinity)), 200)
    world.stage.begin(() => processDue(scene, processLifeEndingAt(Infinity)), 400)
    await play()
  }
  // Charges of the last round may have to be captured before anything else becomes due.
  world.stage.begin(() => complete(scene, processLifeEndingAt(Infinity)))
  await play()
  const books = { ...(await world.readBooks()), refundsOfOthers: await readRefundsOfOthers(world) }
  // Leaves out two checks: here a customer may have a plan twice, and a refund's reason does not name its request.
  const counted = { ...books, subscriptions: [], refunds: books.refunds.map((it) => ({ ...it, request: null })) }
  throwViolations([
    ...expectation.leftUndone(scene.written, world.clock.billingNow()),
    ...violationsOfBooks(counted),
    ...violationsOfFinishedBooks(counted),
    ...violationsOfTotals(scene),
  ])
}

/** Reads the refunds that were made at the processor itself. */
const readRefundsOfOthers = async ({ billing }: World): Promise<readonly UnrequestedRefund[]> => {
  const { rows } = await sql<UnrequestedRefund>`
    select id as transaction, refund_of as of, amount, outcome->>'kind' <> 'approved' as is_taken_back
    from sandbox_processor.transactions where kind = 'refund' and reference like 'elsewhere%'
      and (outcome->>'kind' = 'approved' or traits ? 'refundFails')`.execute(billing.database)
  return rows
}

/** The totals that the calculator expects must equal those of the books. */
const violationsOfTotals = ({ expectation: { took }, written: { payments } }: Scene): readonly string[] =>
  [...took].flatMap(([currency, expected]) => {
    const kept = payments
      .filter(
        (payment) => payment.currency === currency && ['AUTHORIZED', 'SETTLING', 'SETTLED'].includes(payment.status),
      )
      .reduce(
        (sum, { amount, refundsAndDisputes }) =>
          sum + amount - refundsAndDisputes.reduce((all, { isGone, amount: back }) => all + (isGone ? back : 0), 0),
        0,
      )
    return kept === expected ? [] : [`${kept} ${currency} were charged in all; it should be ${expected}.`]
  })

/** Faults after which no server can find out whether the charge arrived. */
const faultsOfSilence = {
  authorize: ['answer lost', 'never arrives'],
  lookUp: ['breaks before'],
  close: ['breaks before'],
} as const

const refusals = ['refuses', 'refuses', 'refuses'] as const
const faultsIn = networkFaults({ authorize: refusals, verify: refusals })
