import { violationsOfDiscounts } from '../violations-of-offers.ts'
import { findFaultsInBooks } from '#server/backup/database-totals.ts'
import type { Billing } from '#server/billing/billing.ts'
import { authorizedOrCapturedStatuses } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { processorsById } from '#server/processors/processors.ts'
import { interleave, type InterleavedStory, type Turn } from '../../support/interleaving/interleave.ts'
import { StoryEnded } from '../../support/interleaving/step-control.ts'
import { type Books, readBooks } from '../books.ts'
import { violationsOfBooks, violationsOfFinishedBooks } from '../violations-of-books.ts'
import { finishEverything } from './finish.ts'
import { countPayments, describeOutcome, type Outcome, readOutcome } from './outcome.ts'
import { loseSinceScene, setScene } from './saved-scenes.ts'
import type { Capture, Scene, SceneName } from './scenes.ts'
import type { MeetingDatabase } from './meeting-database.ts'
import { type VerbName, verbs } from './verbs.ts'

/** Two verbs that run at the same time, and their scene. */
export interface VerbPair {
  readonly scene: SceneName
  readonly capture: Capture
  readonly verbs: readonly VerbName[]
  /** Whether the second verb is the first verb, repeated by its client with the same key. The effect may then happen only once. */
  readonly isAskedAgain?: true
}

/** The result of a meeting. */
export interface MeetingResult {
  readonly outcome: Outcome
  /** The number of payments after the meeting. */
  readonly payments: number
  /** The answer to each verb in a few words; `broke` after an error. */
  readonly words: readonly string[]
  /** The steps of each verb. */
  readonly steps: readonly (readonly string[])[]
  /** Violations, a sentence each. */
  readonly violations: readonly string[]
}

/** Runs the verbs at these positions of the pair in turns, finishes everything, and checks the books. */
export const playMeeting = async (
  table: MeetingDatabase,
  pair: VerbPair,
  turns: readonly Turn[],
  places: readonly number[] = pair.isAskedAgain ? [0, 0] : [0, 1],
): Promise<MeetingResult> => {
  const { billing } = table
  const scene = table.scenes.find(({ name, capture }) => name === pair.scene && capture === pair.capture)!
  table.setWall(0)
  await setScene(billing.database, scene.savedAs)
  if (pair.verbs.includes('failed settlement')) await loseFirstPayment(billing)
  if (pair.verbs.includes('dispute')) await disputeFirstPayment(billing, scene)
  const patched = patchedSession(scene, pair.verbs)
  const stories = places.map(
    (place): InterleavedStory<string> =>
      ({ database, over }) =>
        verbs[pair.verbs[place]!]({
          billing: { ...billing, database, processors: processorsById(over(billing.processors.defaultProcessor)) },
          scene,
          place,
          patched,
        }),
  )
  const results = await interleave<string[]>(billing.database, stories, turns, () =>
    loseSinceScene(billing.database, scene.savedAs),
  )
  const payments = await countPayments(billing)
  const unfinished = await finishEverything(table).then(
    () => [],
    (error: unknown) => [`What was left could not be finished: ${String(error)}`],
  )
  const books = await readBooks(billing.database, scene.organization.id)
  const broken = results.flatMap(({ result }) =>
    result.status === 'rejected' && !(result.reason instanceof StoryEnded) ? [String(result.reason)] : [],
  )
  return {
    outcome: await readOutcome(billing, scene),
    payments,
    words: results.map(({ result }) => (result.status === 'fulfilled' ? result.value : 'broke')),
    steps: results.map(({ steps }) => steps),
    violations: [
      ...broken,
      ...unfinished,
      ...(await violationsOfLedger(billing)),
      ...(await violationsOfSessions(billing)),
      ...violationsOfDiscounts(books.discounts),
      ...(await findFaultsInBooks(billing.database)),
      ...(await violationsOfWaiting(billing, scene)),
      ...violationsOfBooks(withoutTroubled(books, scene)),
      ...violationsOfFinishedBooks(books),
    ],
  }
}

/** Work that waits although it is due, a sentence each. Leaves out the customer whose work always fails. */
const violationsOfWaiting = async ({ database }: Billing, { troubled }: Scene): Promise<readonly string[]> => {
  const { rows } = await sql<{ what: string }>`
    select 'Payment ' || id || ' waits to be settled.' as what from payments
      where payment_status = 'SETTLING' and created_at <= billing_now() - interval '30 hours' and id <> ${troubled?.paymentId ?? ''}
    union all select 'Subscription ' || id || ' waits to be renewed.' from subscriptions
      where due_at <= billing_now() and id <> ${troubled?.subscriptionId ?? ''}`.execute(database)
  return rows.map(({ what }) => what)
}

/** The books without the deferred work of the customer whose work always fails. */
const withoutTroubled = (books: Books, { troubled }: Scene): Books => ({
  ...books,
  deferred: books.deferred.filter(({ id }) => id !== troubled?.paymentId && id !== troubled?.subscriptionId),
})

/** Money in the processor's ledger that our books lack, a sentence each. */
const violationsOfLedger = async ({ database }: Billing): Promise<readonly string[]> => {
  const { rows } = await sql<{ reference: string; kind: string; amount: number }>`
    select reference, kind, amount from sandbox_processor.transactions ledger
    where amount > 0 and outcome->>'kind' = 'approved'
      and not exists (select from attempts where processor_key = ledger.reference)`.execute(database)
  return rows.map(({ reference, kind, amount }) => `Nobody wrote down ${kind} ${reference} of ${amount}.`)
}

/** A sentence for each paid session that names another plan than its payment bought. A session must not change while it is being paid. */
const violationsOfSessions = async ({ database }: Billing): Promise<readonly string[]> => {
  const { rows } = await sql<{ what: string }>`
    select 'Session ' || sessions.id || ' names plan ' || (members->'plan'->>'id') || ', and payment ' || payments.id || ' paid ' || plan_id as what
    from client_sessions sessions join payments on session_id = sessions.id
    where completed_at is not null and payment_status = any(${[...authorizedOrCapturedStatuses]})
      and members->'plan'->>'id' <> plan_id`.execute(database)
  return rows.map(({ what }) => what)
}

/** Makes the settlement of every existing charge fail. */
const loseFirstPayment = async ({ database }: Billing): Promise<void> => {
  await sql`update sandbox_processor.transactions set traits = traits || '{"settlementFails": true}'
    where kind = 'authorize'`.execute(database)
}

/** Makes the processor's books say that the payer's bank withdrew the first payment days ago. No server has learned of it yet. */
const disputeFirstPayment = async ({ database }: Billing, { firstPaymentId }: Scene): Promise<void> => {
  await sql`update sandbox_processor.transactions
    set traits = traits || '{"disputed": "lost"}', created_at = created_at + interval '10 days'
    where id = (select payment_details->>'processor_transaction_id' from payments where id = ${firstPaymentId})`.execute(
    database,
  )
}

/**
 * The session for `session PATCH`: that of the other verb's checkout, otherwise that of an upgrade; undefined if this checkout could not be
 * opened.
 */
const patchedSession = (scene: Scene, met: readonly VerbName[]): string | undefined => {
  const { upgrades, downgrades, recoveries, purchases } = scene
  const place = met.findIndex((verb) => verb !== 'session PATCH')
  const visits = { upgrade: upgrades, downgrade: downgrades, recovery: recoveries, purchase: purchases }
  const used = visits[met[place] as keyof typeof visits] ?? upgrades
  return used[Math.max(place, 0)]?.sessionId
}

/** The allowed results of a meeting. */
export interface AllowedResults {
  /** The allowed outcomes, as sentences. */
  readonly outcomes: ReadonlySet<string>
  readonly paymentsMax: number
  /** Violations that occur even if the verbs run one after another, a sentence each. */
  readonly violations: readonly string[]
}

/**
 * Runs two verbs one after another in either order, only one of them, and neither. Two verbs that meet may have any of these outcomes. A
 * repeated request may have the outcome of one execution or of none.
 */
export const playSerially = async (table: MeetingDatabase, pair: VerbPair): Promise<AllowedResults> => {
  const outcomes = new Set<string>()
  const alone: string[] = []
  let paymentsMax = 0
  for (const places of pair.isAskedAgain ? [[0], []] : [[0, 1], [1, 0], [0], [1], []]) {
    const turns = places.map((_, story) => ({ story, steps: Infinity }))
    const { outcome, payments, violations } = await playMeeting(table, pair, turns, places)
    alone.push(...violations.map((violation) => `One after the other: ${violation}`))
    outcomes.add(describeOutcome(outcome))
    paymentsMax = Math.max(paymentsMax, payments)
  }
  return { outcomes, paymentsMax, violations: [...new Set(alone)] }
}
