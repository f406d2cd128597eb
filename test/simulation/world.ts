import { pino } from 'pino'
import { sql } from 'kysely'
import type { Billing } from '../../packages/server/src/billing/billing.ts'
import { createBilling } from '../../packages/server/src/create-billing.ts'
import { masterSecretOf } from '../../packages/server/src/credentials/master-secret.ts'
import { loadOrganization } from '../../packages/server/src/organization/load-organization.ts'
import type { Organization } from '../../packages/server/src/organization/organization.ts'
import type { Processor } from '../../packages/server/src/processors/processor.ts'
import { sandboxProcessor } from '../../packages/server/src/processors/sandbox/sandbox-processor.ts'
import type { Database } from '../../packages/server/src/store/database.ts'
import { type Fault, faultyProcessor, type ProcessorOperation } from '../support/faulty-processor.ts'
import type { Chance } from './chance.ts'
import type { Life } from './life.ts'
import { mortalDatabase } from './mortal-database.ts'
import { openStage, type Stage } from './stage.ts'

/** What a client was told of a request, for good. */
export interface Told {
  readonly caller: string
  readonly key: string
  readonly outcome: 'answered' | 'refused'
  /** The problem's code when refused. */
  readonly code: string | null
  readonly paymentId: string | null
  readonly paymentStatus: string | null
  /** The processor's transaction of a refund that was told to have succeeded. */
  readonly refundTransactionId: string | null
}

/** A call as it left for the processor. */
export interface MadeCall {
  readonly operation: ProcessorOperation
  readonly reference: string
  readonly at: number
}

/** One organization's little world: real billing, a processor behind a bad network, and servers that may end any moment. */
export interface World {
  readonly stage: Stage
  readonly chance: Chance
  readonly organization: Organization
  /** Billing as nobody disturbs it, for what a test prepares and looks up. */
  readonly billing: Billing
  /** The processor without its network. */
  readonly processor: Processor
  readonly told: Told[]
  readonly calls: MadeCall[]
  /** The billing of one request in a server process, whose wall clock may be wrong by so many seconds. */
  serve(life: Life, skewSeconds: number): Billing
  /** Ends every server process at its next point. */
  endAll(): void
  /** From now on the network is good. */
  calm(): void
  /** Moves the billing clock ahead of the wall clock. */
  moveBillingClock(seconds: number): void
  /** Brings the database's clock to the stage's. */
  tellTime(): Promise<void>
  /** Whether our books or the ledger may have changed since the last time this was asked. */
  hasWritten(): boolean
}

/** What decides the misfortune of a world. */
export interface WorldOptions {
  readonly faultOf: (operation: ProcessorOperation, reference: string, now: number) => Fault
}

const startsAt = Date.parse('2026-03-01T10:00:00.000Z')

/** Billing over a database that many worlds share, each with an organization of its own. */
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

/** A new world in a database. */
export const openWorld = async (
  shared: Billing,
  organizationId: string,
  chance: Chance,
  options: WorldOptions,
): Promise<World> => {
  const { database } = shared
  const stage = openStage(chance, startsAt)
  const organization = await makeOrganization(database, organizationId)
  const wallClock = () => new Date(stage.now()).toISOString()
  const processor = sandboxProcessor({ database })
  const calls: MadeCall[] = []
  const lives = new Set<Life>()
  let isCalm = false
  let written = true
  let billingAhead = 0

  const noteWrite = () => {
    written = true
  }
  const noteCall = (call: Omit<MadeCall, 'at'>) => {
    calls.push({ ...call, at: stage.now() })
    written = true
  }

  const behindNetwork = faultyProcessor(noteCalls(processor, noteCall), {
    faultOf: (operation, reference) => (isCalm ? 'none' : options.faultOf(operation, reference, stage.now())),
    pass: (seconds) => stage.turn(seconds),
    later: (seconds, run) => stage.begin(async () => void (await run()), seconds),
  })

  return {
    stage,
    chance,
    organization,
    billing: { ...shared, processor, wallClock },
    processor,
    told: [],
    calls,
    serve(life, skewSeconds) {
      lives.add(life)
      return {
        ...shared,
        database: mortalDatabase(database, life, { turn: stage.turn, written: noteWrite }),
        processor: mortalProcessor(behindNetwork, life, stage),
        wallClock: () => new Date(stage.now() + skewSeconds * 1000).toISOString(),
      }
    },
    endAll() {
      for (const life of lives) life.end()
    },
    calm() {
      isCalm = true
    },
    moveBillingClock(seconds) {
      billingAhead += seconds * 1000
    },
    async tellTime() {
      const billingTime = new Date(stage.now() + billingAhead).toISOString()
      await sql`update clock set frozen_at = ${billingTime}`.execute(database)
    },
    hasWritten() {
      const before = written
      written = false
      return before
    },
  }
}

const makeOrganization = async (database: Database, id: string): Promise<Organization> => {
  const at = new Date(startsAt).toISOString()
  await database
    .insertInto('organizations')
    .values({ id, name: 'Lantern Books', settings: '{}', createdAt: at, updatedAt: at })
    .execute()
  return (await loadOrganization(database, id))!
}

/** Writes down what reaches the processor's door, also what was late. */
const noteCalls = (processor: Processor, note: (call: Omit<MadeCall, 'at'>) => void): Processor => ({
  ...processor,
  authorize(request) {
    note({ operation: 'authorize', reference: request.reference })
    return processor.authorize(request)
  },
  refund(request) {
    note({ operation: 'refund', reference: request.reference })
    return processor.refund(request)
  },
})

/** The processor as one request sees it: before and after each call its life may end. */
const mortalProcessor = (processor: Processor, life: Life, stage: Stage): Processor => {
  const within = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    await stage.turn()
    life.pass()
    const answer = await call()
    await stage.turn()
    life.pass()
    return answer
  }
  return {
    ...processor,
    authorize: (request) => within(() => processor.authorize(request)),
    refund: (request) => within(() => processor.refund(request)),
    lookUp: (reference) => within(() => processor.lookUp(reference)),
    close: (reference) => within(() => processor.close(reference)),
  }
}
