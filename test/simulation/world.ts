import { pino } from 'pino'
import type { Billing } from '#server/billing/billing.ts'
import { createBilling } from '#server/wiring/create-billing.ts'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import type { Organization } from '#server/organization/organization.ts'
import type { Processor } from '#server/processors/processor.ts'
import { processorsById } from '#server/processors/processors.ts'
import type { Database } from '#server/store/database.ts'
import { type Books, readBooks } from './books.ts'
import type { Chance } from './chance.ts'
import { emptyTables, makeOrganization } from './clean-slate.ts'
import type { ProcessLife } from './life.ts'
import { crashableDatabase } from './crashable-database.ts'
import { crashableProcessor } from './crashable-processor.ts'
import type { MadeCall } from './made-call.ts'
import { type FaultOf, playSandbox } from './play-sandbox.ts'
import type { PlayedProcessor, WorldAccess } from './played-processor.ts'
import { openStage, type Stage } from './stage.ts'
import { WorldClock } from './world-clock.ts'

/** The final answer that a client got to a request. */
export interface ClientAnswer {
  readonly caller: string
  readonly key: string
  readonly outcome: 'answered' | 'refused'
  /** The error code of a refusal; null if the request was answered. */
  readonly code: string | null
  readonly paymentId: string | null
  readonly paymentStatus: string | null
  /** The amount to which the client had agreed, in minor units; null if the client stated none. */
  readonly agreed: number | null
  /** The processor's transaction of a refund that was reported as succeeded. */
  readonly refundTransactionId: string | null
  /** The sealed card that was sent with the request. */
  readonly seal: string | null
}

/** What decides the faults, settings and billing time of a world. */
export interface WorldOptions {
  readonly faultOf: FaultOf
  /** Plays another processor than the sandbox's, with its own faults. */
  readonly play?: (access: WorldAccess) => PlayedProcessor
  /** How many seconds a server stands still before it continues, like a virtual machine that is being migrated. */
  readonly standstill?: () => number
  /** The organization's settings. */
  readonly settings?: object
  /** Where the billing clock starts, in milliseconds since 1970. */
  readonly billingStartsAt?: number
}

const startsAt = Date.parse('2026-03-01T10:00:00.000Z')

/** Billing on a database that many worlds use, one after another. */
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

/** Opens a new world in a database, after removing all data of earlier worlds. */
export const openWorld = async (shared: Billing, chance: Chance, options: WorldOptions): Promise<World> => {
  await emptyTables(shared.database)
  const stage = openStage(chance, startsAt)
  const organization = await makeOrganization(shared.database, options.settings ?? {}, startsAt)
  return new World(shared, { stage, chance, organization }, options)
}

/** What a world is opened with. */
type Opened = Pick<World, 'stage' | 'chance' | 'organization'>

/**
 * The simulated world of one organization: real billing, a processor behind an unreliable network, and servers that may end at any time.
 */
export class World {
  readonly stage: Stage
  readonly chance: Chance
  readonly organization: Organization
  /** Billing without faults, for a test's preparations and checks. */
  readonly billing: Billing
  /** The processor without its network. */
  readonly processor: Processor
  readonly played: PlayedProcessor
  readonly clock: WorldClock
  readonly answers: ClientAnswer[] = []
  readonly calls: MadeCall[] = []
  /** Counts of events that are in no books. */
  readonly notes: ReadonlyMap<string, number>
  /** Notes that something happened. */
  readonly note: (what: string) => void
  readonly #lives = new Set<ProcessLife>()
  readonly #standstill: () => number
  #isCalm = false
  #written = true

  constructor(shared: Billing, { stage, chance, organization }: Opened, options: WorldOptions) {
    const { database } = shared
    this.stage = stage
    this.chance = chance
    this.organization = organization
    const notes = new Map<string, number>()
    this.notes = notes
    this.note = (what) => void notes.set(what, (notes.get(what) ?? 0) + 1)
    this.#standstill = options.standstill ?? (() => 0)
    this.clock = new WorldClock(database, stage, options.billingStartsAt ?? startsAt)
    const access = this.#accessForProcessor()
    this.played = options.play?.(access) ?? playSandbox(database, options.faultOf, access)
    this.processor = this.played.processor
    const { second } = this.played
    this.billing = {
      ...shared,
      processors: processorsById(this.processor, second === undefined ? [] : [second.processor]),
      wallClock: () => new Date(stage.now()).toISOString(),
    }
  }

  /**
   * The billing of one request in a server process, whose wall clock may be wrong by this many seconds. Calls `committed` after every
   * transaction that it commits.
   */
  serve(life: ProcessLife, skewSeconds: number, committed: () => void = () => {}): Billing {
    if (skewSeconds !== 0) this.note('a server had a wrong clock')
    return this.#serveBy(life, () => this.#turn(), { skewSeconds, committed })
  }

  /** The billing of a server process that does many things at the same time, all in one turn of the stage. */
  serveMany(life: ProcessLife): Billing {
    return this.#serveBy(life, async () => {}, { skewSeconds: 0, committed: () => {} })
  }

  /** Ends every server process at its next point. */
  endAll(): void {
    this.note('every server went down')
    for (const life of this.#lives) life.end()
  }

  /** Makes the network good from now on. */
  calm(): void {
    this.#isCalm = true
    this.played.calm()
  }

  /** Reads everything about the organization's money at this time, in our books and the processor's. */
  async readBooks(): Promise<Books> {
    return this.played.complete(await readBooks(this.billing.database, this.organization.id))
  }

  /** Whether our books or the ledger may have changed since this was last called. */
  hasWritten(): boolean {
    const before = this.#written
    this.#written = false
    return before
  }

  #accessForProcessor(): WorldAccess {
    return {
      stage: this.stage,
      chance: this.chance,
      isCalm: () => this.#isCalm,
      note: this.note,
      noteWrite: () => this.#noteWrite(),
      billingNow: () => this.clock.billingNow(),
    }
  }

  #noteWrite(): void {
    this.#written = true
  }

  #turn(): Promise<void> {
    const seconds = this.#isCalm ? 0 : this.#standstill()
    if (seconds > 0) this.note('a server stood still')
    return this.stage.turn(seconds)
  }

  #serveBy(life: ProcessLife, takeTurn: () => Promise<void>, { skewSeconds, committed }: Heard): Billing {
    this.#lives.add(life)
    return {
      ...this.billing,
      database: crashableDatabase(this.billing.database, life, {
        turn: async () => {
          await takeTurn()
          await this.clock.tellTime()
        },
        written: () => {
          this.#noteWrite()
          committed()
        },
      }),
      processors: this.#processorsOf(life, takeTurn),
      wallClock: () => new Date(this.stage.now() + skewSeconds * 1000).toISOString(),
    }
  }

  /** The processors as a server process reaches them over the network. */
  #processorsOf(life: ProcessLife, takeTurn: () => Promise<void>): Billing['processors'] {
    const surroundings = { turn: takeTurn, now: this.stage.now, calls: this.calls }
    const { second } = this.played
    const others =
      second === undefined
        ? []
        : [
            {
              ...crashableProcessor(second.behindNetwork, life, surroundings),
              // If all connections are queried at the same time, only the first query waits for a turn, because one story has one turn.
              settlements: second.behindNetwork.settlements,
              refunds: second.behindNetwork.refunds,
            },
          ]
    return processorsById(crashableProcessor(this.played.reach(life, takeTurn), life, surroundings), others)
  }
}

/** The error of a server's clock, and the function that is called after its commits. */
interface Heard {
  readonly skewSeconds: number
  readonly committed: () => void
}
