import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { pausableProcessor } from '../../support/interleaving/pausable.ts'
import { changesAt, resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, type ScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

const challenged = '4000000000003220'

describeUsualDatabase('changes of a subscription with a charge', (open) => {
  let bank: ScriptedProcessor
  let processor: ReturnType<typeof pausableProcessor>
  let dear: { id: string }
  const service = useService(open, (database) => {
    bank = aScriptedProcessor(database)
    processor = pausableProcessor(bank)
    return { processor }
  })
  beforeAll(async () => {
    dear = await createPlan(service, at(30_000))
  })

  const { aChange } = changesAt(() => service)
  const set = (id: string, change: ReturnType<typeof sql>) =>
    sql`update subscriptions set ${change} where id = ${id}`.execute(service.database.db)
  /** SQL that ends the period now, so that everything planned for its end is due. */
  const periodOver = sql`current_period_end = billing_now(), current_period_start = billing_now() - interval '1 month',
    next_billing_date = case when status = 'active' then billing_now() end`
  const processDue = () => processDueSubscriptions(service.billing, defaultConcurrency)

  describe('a merchant’s reactivation with a charge', () => {
    /** A cancelled subscription whose paid time is over. */
    const cancelled = async () => {
      const subscriber = await aSubscriber(service, at(10_000))
      await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
      await set(subscriber.id, periodOver)
      return subscriber
    }
    const reactivate = ({ id }: Subscriber, sent: object = {}) =>
      service.send('PATCH', '/subscriptions', { body: { subscription: { id, status: 'active' } }, ...sent })
    const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })
    /** Deletes a stored answer, as though the server had died before it stored it. */
    const loseAnswer = (key: string) =>
      sql`update idempotency_keys set answer = null, lease_until = '2020-01-01' where key = ${key}`.execute(
        service.database.db,
      )

    test('is charged once with one key, also if the answer was lost', async () => {
      const subscriber = await cancelled()
      bank.script.push('decline')
      const first = await reactivate(subscriber, withKey('declined-1'))
      await loseAnswer('declined-1')

      const again = await reactivate(subscriber, withKey('declined-1'))

      expect([first.body.status, again.body.status]).toEqual(['cancelled', 'cancelled'])
      expect(await subscriber.payments()).toMatchObject([
        { payment_status: 'SETTLING' },
        { payment_status: 'DECLINED' },
      ])
    })

    test('holds its key while the charge is in flight, and answers with the subscription again', async () => {
      const subscriber = await cancelled()
      const pause = processor.pauseBefore('authorize')
      const first = reactivate(subscriber, withKey('held-1'))
      await pause.reached

      const meanwhile = await reactivate(subscriber, withKey('held-1'))
      pause.resume()
      const { body } = await first
      const again = await reactivate(subscriber, withKey('held-1'))

      expect(code(meanwhile)).toBe('idempotency_in_progress')
      expect(body).toMatchObject({ id: subscriber.id, status: 'active' })
      expect(again.headers.get('Idempotent-Replayed')).toBe('true')
      expect(again.body).toEqual(body)
    })

    /** Lets the processor answer queries again, and runs `completeAttempts`. */
    const complete = () => {
      bank.isDown = false
      return completeAttempts(service.billing, { aheadSeconds: 120 })
    }

    test.each([
      { becomes: 'paid', mishaps: ['lose after'], status: 'active', payment: 'SETTLING' },
      { becomes: 'declined', mishaps: ['lose before', 'decline'], status: 'cancelled', payment: 'DECLINED' },
    ] as const)(
      'has no answer while its outcome is unknown, and then that of a charge that is $becomes',
      async ({ becomes, mishaps, status, payment }) => {
        const subscriber = await cancelled()
        const key = withKey(`unknown-${becomes}`)
        bank.script.push(...mishaps)
        bank.isDown = true

        const unknown = [
          await reactivate(subscriber, key),
          await reactivate(subscriber, key),
          await reactivate(subscriber),
        ]
        const pending = await subscriber.payments()
        await complete()
        const known = await Promise.all([reactivate(subscriber, key), reactivate(subscriber, key)])
        const later = await reactivate(subscriber, key)

        const refused = { status: 409, body: { error: { code: 'payment_in_progress' } } }
        expect(unknown).toMatchObject([refused, refused, refused])
        expect(pending).toMatchObject([{ payment_status: 'SETTLING' }, { payment_status: 'PENDING' }])
        expect([...known, later].map(code)).toEqual([status, status, status])
        expect(later.headers.get('Idempotent-Replayed')).toBe('true')
        expect(await subscriber.payments()).toMatchObject([{ payment_status: 'SETTLING' }, { payment_status: payment }])
      },
    )

    test('has no answer for a caller who retries after a crash, until its charge is finished', async () => {
      const subscriber = await cancelled()
      const pause = processor.pauseBefore('authorize')
      const first = reactivate(subscriber, withKey('crashed-1'))
      await pause.reached
      await loseAnswer('crashed-1')

      const meanwhile = await reactivate(subscriber, withKey('crashed-1'))
      pause.resume()
      await first
      const again = await reactivate(subscriber, withKey('crashed-1'))

      expect(code(meanwhile)).toBe('payment_in_progress')
      expect(again.body).toMatchObject({ id: subscriber.id, status: 'active' })
      expect(await subscriber.payments()).toHaveLength(2)
    })

    test('needs the scope for charges', async () => {
      const subscriber = await cancelled()
      const changes = await service.addKey(service.organizationId, { subscriptions: 'write' })
      const charges = await service.addKey(service.organizationId, { subscriptions: 'write', payments: 'write' })

      const refused = await reactivate(subscriber, { key: changes })
      expect([refused.status, code(refused)]).toEqual([403, 'insufficient_permission'])
      expect(await subscriber.payments()).toHaveLength(1)

      expect((await reactivate(subscriber, { key: charges })).body.status).toBe('active')
      const free = await service.send('POST', `/subscriptions/cancel/${subscriber.id}`, { key: changes })
      expect(free.status).toBe(200)
      expect((await reactivate(subscriber, { key: changes })).body.status).toBe('active')
    })
  })

  test('into a plan that the customer has already are refused, at the checkout and to the merchant', async () => {
    const subscriber = await aSubscriber(service, at(3000))
    const second = await createPlan(service, at(1000))
    const shopper = await aShopper(service, { customer: { id: subscriber.customerId }, plan: { id: second.id } })
    const { body } = await shopper.pay({ exp_year: 2090 })
    const other = { id: body.subscription.id as string, customerId: subscriber.customerId }

    const atCheckout = await (await aChange(other, { id: subscriber.planId })).pay()
    const byMerchant = await service.send('POST', '/payments', {
      body: {
        customer: { id: subscriber.customerId },
        subscription: { id: other.id },
        plan: { id: subscriber.planId },
      },
    })

    expect([code(atCheckout), code(byMerchant)]).toEqual(['already_subscribed', 'already_subscribed'])
  })

  describe('whose shopper is still at a challenge', () => {
    /** A change to a more expensive plan that waits for its shopper's approval. */
    const aWaitingChange = async (subscriber: Subscriber) => {
      const shopper = await aShopper(service, {
        customer: { id: subscriber.customerId },
        plan: { id: dear.id },
        subscription: { id: subscriber.id },
      })
      const { body } = await shopper.pay({ number: challenged, exp_year: 2090 })
      expect(body.payment_status).toBe('PENDING')
      return {
        answer: () => actionPages(service, body.next_action.url).answer('passed'),
        payment: async () => (await service.send('GET', `/payments/${body.id}`)).body,
      }
    }

    test('hold up a renewal that falls due meanwhile, also one that costs nothing', async () => {
      const subscriber = await aSubscriber(service, at(10_000))
      await set(subscriber.id, sql`balance_amount = 10000`)
      const change = await aWaitingChange(subscriber)
      await set(subscriber.id, sql`next_billing_date = billing_now()`)
      const before = await subscriber.row()

      await processDue()
      expect(await subscriber.row()).toMatchObject({
        currentPeriodEnd: before.currentPeriodEnd,
        balanceAmount: 10_000,
        tries: 0,
      })
      await change.answer()

      expect(await change.payment()).toMatchObject({ payment_status: 'SETTLING', refunded_amount: 0 })
      expect(await subscriber.payments()).toHaveLength(2)
      expect(await subscriber.row()).toMatchObject({ planId: dear.id, status: 'active', balanceAmount: 0 })
    })

    test('resume a subscription that was scheduled to end and whose period is over when they are paid', async () => {
      const subscriber = await aSubscriber(service, at(10_000))
      await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)
      const change = await aWaitingChange(subscriber)
      await set(subscriber.id, periodOver)
      const { currentPeriodStart: start, currentPeriodEnd: end } = await subscriber.row()
      // Pretends that the change was quoted in this period, which has just ended.
      const period = JSON.stringify({ periodStart: start, periodEnd: end })
      await sql`update claims set quote = jsonb_set(quote, '{quotedOn}', quote->'quotedOn' || ${period}::jsonb)
        where subscription_id = ${subscriber.id}`.execute(service.database.db)

      await processDue()
      await change.answer()

      expect(await change.payment()).toMatchObject({ payment_status: 'SETTLING', refunded_amount: 0 })
      expect(await subscriber.row()).toMatchObject({ planId: dear.id, status: 'active' })
      expect(await subscriber.events()).not.toContain('subscription.cancelled')
    })
  })

  test('an end that is scheduled while a renewal is in flight takes effect at once, and the money goes back', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    await set(subscriber.id, periodOver)
    const pause = processor.pauseBefore('authorize')
    const renewing = processDue()
    await pause.reached

    const { body } = await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)
    pause.resume()
    await renewing

    expect(body.status).toBe('cancelled')
    expect((await subscriber.subscription()).status).toBe('cancelled')
    const [, renewal] = await subscriber.payments()
    expect(renewal).toMatchObject({ payment_status: 'SETTLING', refunded_amount: 10_000 })
  })
})
