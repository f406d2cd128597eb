import { paymentLifecycle, subscriptionLifecycle } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import { actionPages } from '../support/processors/bank.ts'
import { describeUsualDatabase } from '../support/databases/databases.ts'
import type { RunningService } from '../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock, type ScriptedProcessor } from '../support/stories/subscriber.ts'
import { useService } from '../support/services/use-service.ts'

// One story for every cell of both lifecycle tables, played through the public API with a scripted processor; the result is read from the
// events. A new cell without a story fails here with its name.

const declinesLater = '4000000000000341'
const capturedLater = '4000000000007775'
const captureFails = '4000000000006660'
const settlementFails = '4000000000008880'
/** The amount in cents from which the organization's rule blocks payments. */
const blockedFrom = 500_000

interface Stage {
  readonly service: RunningService
  readonly processor: ScriptedProcessor
}
/** Runs until the change has happened, and returns the id of the changed object. */
type Story = (stage: Stage) => Promise<string>

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>
const priced = (amount: number) => ({ default: { amount, currency: 'EUR' }, countries: [] })
const trial = { trial_interval: 'days', trial_interval_count: 14 }

const inTrial = ({ service }: Stage, number?: string) =>
  aSubscriber(service, aMonthlyPlan(trial), number ? { number } : {})
const active = ({ service }: Stage, number?: string) => aSubscriber(service, aMonthlyPlan(), number ? { number } : {})
/** A past-due subscription whose bank declines every later charge; no paid time is left. */
const pastDue = async (stage: Stage) => {
  const subscriber = await active(stage, declinesLater)
  await throughThePeriod(stage, subscriber)
  return subscriber
}
const scheduled = async (stage: Stage, begun: Promise<Subscriber>) => {
  const subscriber = await begun
  await stage.service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)
  return subscriber
}
const cancelled = async (stage: Stage, begun: Promise<Subscriber>) => {
  const subscriber = await begun
  await stage.service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
  return subscriber
}

const throughThePeriod = async ({ service }: Stage, subscriber: Subscriber) => {
  await moveClock(service, (await subscriber.subscription()).current_period_end)
  return subscriber.id
}
const setStatus = async ({ service }: Stage, { id }: Subscriber, status: string) => {
  await service.send('PATCH', '/subscriptions', { body: { subscription: { id, status } } })
  return id
}
/** Charges for a more expensive plan immediately, as the merchant. */
const payForPlan = async ({ service }: Stage, { id, customerId }: Subscriber) => {
  const plan = await createPlan(service, aMonthlyPlan({ name: 'Library', price: priced(4900) }))
  await service.send('POST', '/payments', {
    body: { customer: { id: customerId }, subscription: { id }, plan: { id: plan.id } },
  })
  return id
}
const recover = async ({ service }: Stage, { id }: Subscriber) => {
  await (await aShopper(service, { subscription: { id } })).pay({ exp_year: 2090 })
  return id
}

const subscriptionStories: Readonly<Record<string, Story>> = {
  'trial renewed': async (stage) => throughThePeriod(stage, await inTrial(stage)),
  'trial chargeDeclined': async (stage) => throughThePeriod(stage, await inTrial(stage, declinesLater)),
  'trial planPaid': async (stage) => payForPlan(stage, await inTrial(stage)),
  'trial cancellationScheduled': async (stage) => (await scheduled(stage, inTrial(stage))).id,
  'trial cancelled': async (stage) => (await cancelled(stage, inTrial(stage))).id,

  'active renewed': async (stage) => throughThePeriod(stage, await active(stage)),
  'active chargeDeclined': async (stage) => (await pastDue(stage)).id,
  'active renewalBlocked': async (stage) => {
    const subscriber = await active(stage)
    const blocked = await createPlan(stage.service, aMonthlyPlan({ name: 'Castle', price: priced(blockedFrom) }))
    await stage.service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscriber.id }, plan: { id: blocked.id } },
    })
    return throughThePeriod(stage, subscriber)
  },
  'active planPaid': async (stage) => payForPlan(stage, await active(stage)),
  'active cancellationScheduled': async (stage) => (await scheduled(stage, active(stage))).id,
  'active cancelled': async (stage) => (await cancelled(stage, active(stage))).id,

  'past_due renewed': async (stage) => {
    stage.processor.script.push('decline')
    const subscriber = await active(stage)
    await throughThePeriod(stage, subscriber)
    await moveClock(stage.service, 'P1D')
    return subscriber.id
  },
  'past_due planPaid': async (stage) => recover(stage, await pastDue(stage)),
  'past_due attemptsUsedUp': async (stage) => {
    const { id } = await pastDue(stage)
    await moveClock(stage.service, 'P31D')
    return id
  },
  // Past due, because the money of the running period never arrived.
  'past_due cancellationScheduled': async (stage) => {
    const subscriber = await active(stage, settlementFails)
    await moveClock(stage.service, 'P1DT1M')
    return (await scheduled(stage, Promise.resolve(subscriber))).id
  },
  'past_due cancelled': async (stage) => (await cancelled(stage, pastDue(stage))).id,

  'scheduled_for_cancellation resumed': async (stage) =>
    setStatus(stage, await scheduled(stage, active(stage)), 'active'),
  'scheduled_for_cancellation resumedInTrial': async (stage) =>
    setStatus(stage, await scheduled(stage, inTrial(stage)), 'active'),
  'scheduled_for_cancellation planPaid': async (stage) => payForPlan(stage, await scheduled(stage, active(stage))),
  'scheduled_for_cancellation periodEnded': async (stage) =>
    throughThePeriod(stage, await scheduled(stage, active(stage))),
  'scheduled_for_cancellation cancelled': async (stage) => (await cancelled(stage, scheduled(stage, active(stage)))).id,

  'cancelled reactivated': async (stage) => setStatus(stage, await cancelled(stage, active(stage)), 'active'),
  'cancelled reactivatedInTrial': async (stage) => setStatus(stage, await cancelled(stage, inTrial(stage)), 'active'),
  'cancelled planPaid': async (stage) => recover(stage, await cancelled(stage, active(stage))),
}

const buyOnce = async ({ service }: Stage, number: string, amount = 2500) => {
  const plan = await createPlan(service, {
    name: 'Atlas',
    type: 'one-off',
    price: priced(amount),
  })
  const customer = { email: `${crypto.randomUUID()}@example.com` }
  return (await (await aShopper(service, { customer, plan: { id: plan.id } })).pay({ number, exp_year: 2090 })).body
}
/** Buys with a card whose payment changes only after some time, and then moves the clock by `duration`. */
const buyAndWait = async (stage: Stage, number: string, duration: string) => {
  const { id } = await buyOnce(stage, number)
  await moveClock(stage.service, duration)
  return id
}

const paymentStories: Readonly<Record<string, Story>> = {
  'PENDING authorized': async (stage) => (await buyOnce(stage, capturedLater)).id,
  'PENDING declined': async (stage) => (await buyOnce(stage, '4000000000000002')).id,
  'PENDING blocked': async (stage) => (await buyOnce(stage, '4242424242424242', blockedFrom)).id,
  'PENDING failed': (stage) => buyAndWait(stage, '4000000000006983', 'PT1H'),
  'PENDING abandoned': async (stage) => {
    const payment = await buyOnce(stage, '4000000000003220')
    await actionPages(stage.service, payment.next_action.url).answer('cancelled')
    return payment.id
  },
  'AUTHORIZED captured': (stage) => buyAndWait(stage, capturedLater, 'PT1M'),
  // A renewal is voided if the server learns of its authorization only after its subscription was cancelled.
  'AUTHORIZED voided': async (stage) => {
    const { service, processor } = stage
    const subscriber = await active(stage, capturedLater)
    await moveClock(service, 'P2D')
    processor.script.push('lose after')
    processor.isDown = true
    await throughThePeriod(stage, subscriber)
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    processor.isDown = false
    await moveClock(service, 'PT1H')
    return (await subscriber.payments()).at(-1).id
  },
  'AUTHORIZED failed': (stage) => buyAndWait(stage, captureFails, 'PT1M'),
  'SETTLING settled': (stage) => buyAndWait(stage, '4242424242424242', 'P2D'),
  'SETTLING failed': (stage) => buyAndWait(stage, settlementFails, 'P2D'),
}

const cellsOf = (table: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.entries(table).flatMap(([from, changes]) =>
    Object.entries(changes).map(([trigger, to]) => [from, trigger, to] as const),
  )

/** Cells whose status changes again immediately: a past-due subscription has no paid period, so it ends at once. */
const endsAtOnce: Readonly<Record<string, string>> = { 'past_due cancellationScheduled': 'cancelled' }

describeUsualDatabase('every change of status', (open) => {
  let stage: Stage
  const service = useService(open, (database) => {
    const processor = aScriptedProcessor(database)
    const rules = [
      { name: 'too dear', when: { amount: { from: blockedFrom, currency: 'EUR' } }, applies_to_renewals: true },
    ]
    stage = { processor, service }
    return { processor, settings: { rules } }
  })

  /** The statuses in an object's events, from the first. A payment that a rule blocks is never seen as PENDING. */
  const statusesOf = async (id: string, born: readonly string[] = []): Promise<readonly string[]> => {
    const statuses: string[] = []
    let after = ''
    for (let more = true; more;) {
      const { body } = await stage.service.send('GET', `/events?limit=1000${after}`)
      for (const { data } of body.data) {
        if (data.object.id === id) statuses.push(data.object.payment_status ?? data.object.status)
      }
      after = `&after=${body.data.at(-1)?.id}`
      more = body.meta.has_more
    }
    return statuses[0] === born[0] ? statuses : [...born, ...statuses]
  }
  /** Ends what a story left alive, so that the next story's clock affects nothing else. */
  const tidyUp = async () => {
    const { body } = await stage.service.send('GET', '/subscriptions?limit=1000')
    for (const { id, status } of body.data) {
      if (status !== 'cancelled') await stage.service.send('POST', `/subscriptions/cancel/${id}`)
    }
  }

  test.each([...cellsOf(subscriptionLifecycle)])('a subscription that is %s, when %s, becomes %s', async (...cell) => {
    const [from, trigger, to] = cell
    const story = subscriptionStories[`${from} ${trigger}`]
    expect(story, 'write a story for this cell').toBeDefined()

    const statuses = await statusesOf(await story!(stage))

    expect(statuses.slice(-2)).toEqual([from, endsAtOnce[`${from} ${trigger}`] ?? to])
    await tidyUp()
  })

  test.each([...cellsOf(paymentLifecycle)])('a payment that is %s, when %s, becomes %s', async (...cell) => {
    const [from, trigger, to] = cell
    const story = paymentStories[`${from} ${trigger}`]
    expect(story, 'write a story for this cell').toBeDefined()

    const statuses = await statusesOf(await story!(stage), ['PENDING'])

    expect(statuses.slice(-2)).toEqual([from, to])
    await tidyUp()
  })
})
