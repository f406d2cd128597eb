import type { ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { Processor } from '#server/index.ts'
import type { TestDatabase } from '../databases/databases.ts'
import type { RunningService } from '../services/running-service.ts'
import { aBuyer, anEmail, type Card, createPlan } from './shopper.ts'

/**
 * The fault of one call to a processor: the processor declines, or fails for certain; or the request is lost before the charge, or the
 * answer after the charge.
 */
export type ChargeFault = 'decline' | 'hard decline' | 'fail' | 'lose before' | 'lose after'

/** The sandbox processor with a script for charges without the shopper. After the script, charges are approved. */
export interface ScriptedProcessor extends Processor {
  /** The faults of the next charges without the shopper, in order. */
  readonly script: ChargeFault[]
  /** References of all approved charges without the shopper. */
  readonly charged: string[]
  /** While true, a look-up answers that the outcome is unknown. */
  isDown: boolean
}

/** A processor that follows the script of a test. */
export const aScriptedProcessor = ({ db }: TestDatabase): ScriptedProcessor => {
  const sandbox = sandboxProcessor({ database: db })
  const script: ChargeFault[] = []
  const charged: string[] = []
  return {
    ...sandbox,
    script,
    charged,
    isDown: false,
    lookUp(reference) {
      return this.isDown ? Promise.resolve(lost) : sandbox.lookUp(reference)
    },
    async authorize(request) {
      if (request.initiator === 'CIT') return sandbox.authorize(request)
      const fault = script.shift()
      if (fault === 'lose before') return lost
      if (fault === 'fail') return { kind: 'failed', message: 'The processor is being repaired.' }
      const outcome = await sandbox.authorize(request)
      if (outcome.kind !== 'approved') return outcome
      if (fault === 'decline' || fault === 'hard decline') {
        return {
          kind: 'declined',
          facts: outcome.facts,
          declineCode: fault === 'decline' ? 'insufficient_funds' : 'card_lost_or_stolen',
          message: 'Scripted.',
        }
      }
      charged.push(request.reference)
      return fault === 'lose after' ? lost : outcome
    },
  }
}

const lost: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }

/** Moves the clock to a time or by a duration, and returns what ran. */
export const moveClock = async (service: RunningService, to: string): Promise<{ now: string; ran: DueWorkRun[] }> => {
  const body = to.startsWith('P') ? { advance: to } : { to }
  const answer = await service.send('POST', '/sandbox/clock', { body })
  if (answer.status !== 200) throw new Error(`The clock did not move: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/**
 * Ends all subscriptions, as though their shoppers had cancelled long ago. Otherwise, another story that moves the clock would renew them
 * month by month.
 */
export const endAllSubscriptions = async ({ database }: RunningService): Promise<void> => {
  await database.db
    .updateTable('subscriptions')
    .set({
      status: 'cancelled',
      pastDueSince: null,
      scheduledPlanId: null,
      scheduledPriceAmount: null,
      scheduledQuantity: null,
      cancellation: null,
      requestedEndAt: null,
    })
    .execute()
}

/** One thing that ran while the clock was moved. */
export interface DueWorkRun {
  readonly at: string
  readonly what: string
  readonly id: string
}

/**
 * A customer who has just subscribed at the checkout, with functions to read the subscription later. If `plan` has an id, the plan exists
 * already; otherwise it is created.
 */
export const aSubscriber = async (
  service: RunningService,
  plan: object,
  card: Partial<Card> = {},
  customer: object = {},
) => {
  const planId = 'id' in plan ? String(plan.id) : String((await createPlan(service, plan)).id)
  const shopper = await aBuyer(service, planId, { customer: { email: anEmail(), ...customer } })
  const { body: payment } = await shopper.pay({ exp_year: 2090, ...card })
  const id = payment.subscription?.id
  if (id === undefined) throw new Error(`Not subscribed: ${JSON.stringify(payment)}`)
  return {
    id,
    planId,
    customerId: payment.customer.id as string,
    /** The subscription's first payment. */
    paymentId: payment.id as string,
    subscription: async () => (await service.send('GET', `/subscriptions/${id}`)).body,
    /** Payments of the subscription, oldest first. */
    payments: async () =>
      (await service.send('GET', `/payments?payment_status_set=${id}&order=asc&limit=500`)).body.data,
    /** Types of the events about the subscription, in order. */
    events: async (): Promise<string[]> => {
      const { body } = await service.send('GET', '/events?limit=1000')
      return body.data
        .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
        .map((event: { type: string }) => event.type)
    },
    /** The subscription's row, for what the API does not show. */
    row: () =>
      service.database.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  }
}
