import { sql } from 'kysely'
import type { Database } from '#server/store/database.ts'
import type { Stage } from './stage.ts'

/** The clocks of a world's database: leases use the stage's clock; the billing clock differs from it by an offset. */
export class WorldClock {
  readonly #database: Database
  readonly #stage: Stage
  #billingAheadMillis: number
  #toldTime = ''
  #movers = 0
  #followed: { readonly at: number } | 'nobody' | undefined

  /** Starts the billing clock at `billingStartsAt`, in milliseconds since 1970. */
  constructor(database: Database, stage: Stage, billingStartsAt: number) {
    this.#database = database
    this.#stage = stage
    this.#billingAheadMillis = billingStartsAt - stage.now()
  }

  /** The billing clock in milliseconds since 1970. */
  billingNow(): number {
    return this.#stage.now() + this.#billingAheadMillis
  }

  /** Moves the billing clock relative to the wall clock; backwards if `seconds` is negative. */
  moveBillingClock(seconds: number): void {
    this.#billingAheadMillis += seconds * 1000
  }

  /** Runs a story in which a server may move the billing clock. Afterwards the world continues with the time that the story set. */
  async lettingClockBeMoved(story: () => Promise<void>): Promise<void> {
    this.#movers += 1
    this.#followed ??= 'nobody'
    await story().finally(() => {
      this.#movers -= 1
    })
  }

  /** Whether a server may be moving the billing clock, or have ended while it did. */
  mayClockMove(): boolean {
    return this.#followed !== undefined
  }

  /** Sets the database's clocks to the world's, except a billing clock that a server moves. */
  async tellTime(): Promise<void> {
    const leaseTime = new Date(this.#stage.now()).toISOString()
    if (this.#followed !== undefined && (await this.#followClock())) {
      await sql`update clock set lease_frozen_at = ${leaseTime}`.execute(this.#database)
      return
    }
    const billingTime = new Date(this.billingNow()).toISOString()
    if (`${billingTime} ${leaseTime}` === this.#toldTime) return
    await sql`update clock set frozen_at = ${billingTime}, lease_frozen_at = ${leaseTime}`.execute(this.#database)
    this.#toldTime = `${billingTime} ${leaseTime}`
  }

  /** Whether a server moves the clock. If a server stops moving the clock, the clock must run on from the time that it had reached. */
  async #followClock(): Promise<boolean> {
    const { mover, now } = await readClock(this.#database)
    if (mover !== null) {
      this.#followed = { at: Date.parse(now) }
      this.#billingAheadMillis = this.#followed.at - this.#stage.now()
      this.#toldTime = ''
      return true
    }
    if (typeof this.#followed === 'object' && Math.abs(Date.parse(now) - this.#followed.at) > goingOnMillis) {
      throw new Error(`The clock was at ${new Date(this.#followed.at).toISOString()} and went on from ${now}.`)
    }
    this.#followed = this.#movers > 0 ? 'nobody' : undefined
    return false
  }
}

/** Reads who moves the clock, and its time. */
const readClock = async (database: Database) => {
  const { rows } = await sql<{ mover: string | null; now: string }>`
    select mover, billing_now() as now from clock`.execute(database)
  return rows[0]!
}

/** How far a clock that runs again may have moved before the next look. */
const goingOnMillis = 60_000
