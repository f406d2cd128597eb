import { pino } from 'pino'
import { sql } from 'kysely'
import type { Billing } from '#server/billing/billing.ts'
import { createBilling } from '#server/create-billing.ts'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import type { Organization } from '#server/organization/organization.ts'
import type { Processor } from '#server/processors/processor.ts'
import { processorsById } from '#server/processors/processors.ts'
import type { Database } from '#server/store/database.ts'
import { type Books, readBooks } from './books.ts'
import type { Chance } from './chance.ts'
import { emptyTables, makeOrganization } from './clean-slate.ts'
import type { Life } from './life.ts'
import { crashableDatabase } from './crashable-database.ts'
import { crashableProcessor } from './crashable-processor.ts'
import type { MadeCall } from './made-call.ts'
import { type FaultOf, playSandbox } from './play-sandbox.ts'
import type { Lent, PlayedProcessor } from './played-processor.ts'
import { openStage, type Stage } from './stage.ts'

/** The final answer that a client got to a request. */
export interface Told {
  readonly caller: string
  readonly key: string
  readonly outcome: 'answered' | 'refused'
  /** The problem's code when refused. */
  readonly code: string | null
  readonly paymentId: string | null
  readonly paymentStatus: string | null
  /** The amount to which the client had agreed, in minor units; null if the client stated none. */
  readonly agreed: number | null
  /** The processor's transaction of a refund that was reported as succeeded. */
  readonly refundTransactionId: string | null
  /** The sealed card that was sent with it. */
  readonly seal: string | null
}

/**
 * The simulated world of one organization: real billing, a processor behind an unreliable network, and servers that may end at any time.
 */
export interface World {
  readonly stage: Stage
  readonly chance: Chance
  readonly organization: Organization
  /** Billing without faults, for a test's preparations and checks. */
  readonly billing: Billing
  /** The processor without its network. */
  readonly processor: Processor
  readonly played: PlayedProcessor
  readonly told: Told[]
  readonly calls: MadeCall[]
  /** Counts of events that are in no books. */
  readonly notes: ReadonlyMap<string, number>
  /** Notes that something happened. */
  note(what: string): void
  /**
   * The billing of one request in a server process, whose wall clock may be wrong by this many seconds. Calls `committed` after every
   * transaction that it commits.
   */
  serve(life: Life, skewSeconds: number, committed?: () => void): Billing
  /** The billing of a server process that does many things at the same time, all in one turn of the stage. */
  serveMany(life: Life): Billing
  /** Ends every server process at its next point. */
  endAll(): void
  /** Makes the network good from now on. */
  calm(): void
  /** Moves the billing clock further ahead of the wall clock. */
  moveBillingClock(seconds: number): void
  /** Runs a story in which a server may move the billing clock. Afterwards the world's billing clock is the one that the story left. */
  lettingClockBeMoved(story: () => Promise<void>): Promise<void>
  /** Whether a server may be moving the billing clock, or have ended while it did. */
  mayClockMove(): boolean
  /** The billing clock in milliseconds since 1970. */
  billingNow(): number
  /** Sets the database's clock to the stage's. */
  tellTime(): Promise<void>
  /** Reads everything about the organization's money at this time, in our books and the processor's. */
  readBooks(): Promise<Books>
  /** Whether our books or the ledger may have changed since this was last called. */
  hasWritten(): boolean
}

/** What decides the faults of a world. */
export interface WorldOptions {
  readonly faultOf: FaultOf
  /** Plays another processor than the sandbox's, with its own faults. */
  readonly play?: (lent: Lent) => PlayedProcessor
  /** How many seconds a server stands still before it continues, like a virtual machine that is being migrated. */
  readonly standstill?: () => number
  /** The organization's settings. */
  readonly settings?: object
  /** Where the billing clock starts, in milliseconds since 1970. */
  readonly billingStartsAt?: number
}

const startsAt = Date.parse('2026-03-01T10:00:00.000Z')

/** Billing on a database that many worlds share, each with its own organization. */
export const assembleBilling = async (database: Database): Promise<Billing> => {
  const { billing } = await createBilling({
    database,
    mode: 'sandbox',
    masterSecret: masterSecretOf('a secret of the simulation, known to all'),
    logger: pino({ level: 'silent' }),
    wallClock: () => new Date(startsAt).toISOString(),
  })
  return billing
}

/** A new world in a database from which all data of earlier worlds was removed. */
export const openWorld = async (shared: Billing, chance: Chance, options: WorldOptions): Promise<World> => {
  const { database } = shared
  await emptyTables(database)
  const stage = openStage(chance, startsAt)
  const organization = await makeOrganization(database, options.settings ?? {}, startsAt)
  const wallClock = () => new Date(stage.now()).toISOString()
  const calls: MadeCall[] = []
  const notes = new Map<string, number>()
  const note = (what: string) => void notes.set(what, (notes.get(what) ?? 0) + 1)
  const lives = new Set<Life>()
  const { standstill = () => 0 } = options
  let isCalm = false
  let written = true
  let toldTime = ''
  let billingAhead = (options.billingStartsAt ?? startsAt) - startsAt

  const billingNow = () => stage.now() + billingAhead
  const noteWrite = () => {
    written = true
  }
  const turn = () => {
    const seconds = isCalm ? 0 : standstill()
    if (seconds > 0) note('a server stood still')
    return stage.turn(seconds)
  }
  let movers = 0
  let followed: { readonly at: number } | 'nobody' | undefined
  /** Whether a server moves the clock. A server that stops moving it must leave it running from the time that it reached. */
  const followClock = async (): Promise<boolean> => {
    const { mover, now } = await readClock(database)
    if (mover !== null) {
      followed = { at: Date.parse(now) }
      billingAhead = followed.at - stage.now()
      toldTime = ''
      return true
    }
    if (typeof followed === 'object' && Math.abs(Date.parse(now) - followed.at) > goingOnMillis) {
      throw new Error(`The clock was at ${new Date(followed.at).toISOString()} and went on from ${now}.`)
    }
    followed = movers > 0 ? 'nobody' : undefined
    return false
  }
  const tellTime = async () => {
    const leaseTime = new Date(stage.now()).toISOString()
    if (followed !== undefined && (await followClock())) {
      await sql`update clock set lease_frozen_at = ${leaseTime}`.execute(database)
      return
    }
    const billingTime = new Date(billingNow()).toISOString()
    if (`${billingTime} ${leaseTime}` === toldTime) return
    await sql`update clock set frozen_at = ${billingTime}, lease_frozen_at = ${leaseTime}`.execute(database)
    toldTime = `${billingTime} ${leaseTime}`
  }
  const lent = { stage, chance, isCalm: () => isCalm, note, noteWrite, billingNow }
  const played = options.play?.(lent) ?? playSandbox(database, options.faultOf, lent)
  const { processor } = played
  const seconds = played.second === undefined ? [] : [played.second]

  const serveBy = (life: Life, takeTurn: () => Promise<void>, heard: Heard): Billing => {
    lives.add(life)
    const surroundings = { turn: takeTurn, now: stage.now, calls }
    return {
      ...shared,
      database: crashableDatabase(database, life, {
        async turn() {
          await takeTurn()
          await tellTime()
        },
        written() {
          noteWrite()
          heard.committed()
        },
      }),
      processors: processorsById(
        crashableProcessor(played.reach(life, takeTurn), life, surroundings),
        seconds.map(({ behindNetwork }) => ({
          ...crashableProcessor(behindNetwork, life, surroundings),
          // If all connections are queried at the same time, only the first waits for a turn, because one story has one turn.
          settlements: behindNetwork.settlements,
          refunds: behindNetwork.refunds,
        })),
      ),
      wallClock: () => new Date(stage.now() + heard.skewSeconds * 1000).toISOString(),
    }
  }

  return {
    stage,
    chance,
    organization,
    billing: {
      ...shared,
      processors: processorsById(
        processor,
        seconds.map((second) => second.processor),
      ),
      wallClock,
    },
    processor,
    played,
    told: [],
    calls,
    notes,
    note,
    serve(life, skewSeconds, committed = () => {}) {
      if (skewSeconds !== 0) note('a server had a wrong clock')
      return serveBy(life, turn, { skewSeconds, committed })
    },
    serveMany: (life) => serveBy(life, async () => {}, { skewSeconds: 0, committed: () => {} }),
    endAll() {
      note('every server went down')
      for (const life of lives) life.end()
    },
    calm() {
      isCalm = true
      played.calm()
    },
    moveBillingClock(seconds) {
      billingAhead += seconds * 1000
    },
    async lettingClockBeMoved(story) {
      movers += 1
      followed ??= 'nobody'
      await story().finally(() => {
        movers -= 1
      })
    },
    mayClockMove: () => followed !== undefined,
    billingNow,
    tellTime,
    readBooks: async () => played.complete(await readBooks(database, organization.id)),
    hasWritten() {
      const before = written
      written = false
      return before
    },
  }
}

/** The error of a server's clock, and the function that is called after its commits. */
interface Heard {
  readonly skewSeconds: number
  readonly committed: () => void
}

/** Reads who moves the clock, and its time. */
const readClock = async (database: Database) => {
  const { rows } = await sql<{ mover: string | null; now: string }>`
    select mover, billing_now() as now from clock`.execute(database)
  return rows[0]!
}

/** How far a clock that runs again may have moved before the next look. */
const goingOnMillis = 60_000
