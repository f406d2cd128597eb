import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const thirtyDaysAt = (amount: number) => monthlyPlanAt(amount, { interval: 'days', interval_count: 30 })
/** Rounds, because some seconds of thirty days may pass between two steps. */
const about = (minor: number) => Math.round(minor / 10) * 10

interface PaymentBody {
  readonly id: string
  readonly amount: number
  readonly refunded_amount: number
  readonly payment_status: string
}

describeUsualDatabase('the sources of credit', (open) => {
  const service = useService(open)
  const { aChange } = changesAt(() => service)
  let plans: Record<'at1000' | 'at3000' | 'at10000' | 'at13000', { id: string }>
  beforeEach(async () => {
    const [at1000, at3000, at10000, at13000] = [
      await createPlan(service, thirtyDaysAt(1000)),
      await createPlan(service, thirtyDaysAt(3000)),
      await createPlan(service, thirtyDaysAt(10_000)),
      await createPlan(service, thirtyDaysAt(13_000)),
    ]
    plans = { at1000, at3000, at10000, at13000 }
  })

  const refund = (id: string, amount?: number) =>
    service.send('POST', `/payments/refund/${id}`, { body: amount === undefined ? {} : { amount } })
  type Subscriber = Awaited<ReturnType<typeof aSubscriber>>
  const last = async ({ payments }: Subscriber): Promise<PaymentBody> => (await payments()).at(-1)
  /** Changes the plan without a charge. */
  const changeFreely = async (subscriber: Subscriber, plan: { id: string }, mode?: string) => {
    const answer = await (await aChange(subscriber, plan, mode)).patch()
    expect(answer.status).toBe(200)
  }
  const pay = async (subscriber: Subscriber, plan: { id: string }, mode?: string): Promise<PaymentBody> => {
    const { body } = await (await aChange(subscriber, plan, mode)).pay()
    expect(body.payment_status).toBe('SETTLING')
    return body
  }
  const recover = async ({ id, customerId }: Subscriber): Promise<PaymentBody> => {
    const shopper = await aShopper(service, { customer: { id: customerId }, subscription: { id } })
    return (await shopper.pay({ exp_year: 2090 })).body
  }
  /** Makes the settlement of a payment fail. */
  const lose = async (paymentId: string) => {
    const { db } = service.database
    await sql`update sandbox_processor.transactions set traits = traits || '{"settlementFails": true}'
      where id = (select payment_details->>'processor_transaction_id' from payments where id = ${paymentId})`.execute(
      db,
    )
    await sql`update payments set due_at = billing_now() where id = ${paymentId}`.execute(db)
    await runWork(service.billing, settlementWork)
    const { body } = await service.send('GET', `/payments/${paymentId}`)
    expect(body.payment_status).toBe('FAILED')
  }
  const nextRenewalOf = async (subscriber: Subscriber): Promise<PaymentBody> => {
    const { currentPeriodEnd } = await subscriber.row()
    await moveClock(service, currentPeriodEnd)
    return last(subscriber)
  }

  describe('after a deferred change on day 15', () => {
    const changed = async (to: { id: string }) => {
      const subscriber = await aSubscriber(service, plans.at3000)
      await moveClock(service, 'P15D')
      await changeFreely(subscriber, to, 'prorated_next_billing_period')
      return subscriber
    }

    test('a refund of the running period is owed if it became credit for a more expensive plan', async () => {
      const subscriber = await changed(plans.at10000)
      expect(about((await subscriber.row()).balanceAmount)).toBe(-3500)

      await refund(subscriber.paymentId)

      expect(about((await nextRenewalOf(subscriber)).amount)).toBe(15_000)
    })

    test('a refund of the running period takes all credit that came from it on a cheaper plan', async () => {
      const subscriber = await changed(plans.at1000)
      expect(about((await subscriber.row()).balanceAmount)).toBe(1000)

      await refund(subscriber.paymentId)

      expect(about((await nextRenewalOf(subscriber)).amount)).toBe(1500)
      expect((await subscriber.row()).balanceAmount).toBe(0)
    })

    test('the event of the renewal that settles the credit has the balance after it', async () => {
      const subscriber = await changed(plans.at10000)
      await nextRenewalOf(subscriber)

      const { body: subscription } = await service.send('GET', `/subscriptions/${subscriber.id}`)
      const { body: events } = await service.send('GET', '/events?type=subscription.updated')
      expect(events.data.at(-1).data.object.balance).toEqual(subscription.balance)
    })

    test('a refund of another change in the same period takes only what that change brought', async () => {
      const subscriber = await changed(plans.at10000)
      const { id, amount } = await pay(subscriber, plans.at13000)
      const before = await subscriber.row()

      await refund(id)

      // Of the exchanged period, 5000 are unused, of which 3500 were not paid, so the change costs 13,000 − 1500. After the refund of the
      // change, the new period costs only the 1500 of credit.
      expect(about(amount)).toBe(11_500)
      const after = await subscriber.row()
      expect(before.periodCostAmount - after.periodCostAmount).toBe(amount)
      expect(after).toMatchObject({ balanceAmount: 0, creditEntries: before.creditEntries })
    })
  })

  test.each(['refund first', 'change first'])(
    'a payment that also collected a surcharge gives the same total with a plan change, %s',
    async (order) => {
      const subscriber = await aSubscriber(service, plans.at3000)
      await moveClock(service, 'P15D')
      await changeFreely(subscriber, plans.at10000, 'prorated_next_billing_period')
      const renewal = await nextRenewalOf(subscriber)
      await moveClock(service, 'P15D')
      if (order === 'refund first') await refund(renewal.id)
      await pay(subscriber, plans.at13000)
      if (order === 'change first') await refund(renewal.id)

      const { balanceAmount, creditEntries } = await subscriber.row()
      await nextRenewalOf(subscriber)
      const payments: readonly PaymentBody[] = await subscriber.payments()
      const kept = payments.reduce((sum, { amount, refunded_amount: gone }) => sum + amount - gone, 0)

      // `kept` is 3000 for the first period, 13,000 for the period that the change began, and 13,000 for its renewal. The refund makes the
      // time before the change free.
      expect(about(renewal.amount)).toBe(13_500)
      expect(about(kept)).toBe(29_000)
      expect([creditEntries, about(balanceAmount)]).toEqual([null, order === 'refund first' ? 0 : -5000])
    },
  )

  test('money that never settled is not a source of credit', async () => {
    const subscriber = await aSubscriber(service, plans.at3000)
    const upgrade = await pay(subscriber, plans.at10000)
    await lose(subscriber.paymentId)
    await changeFreely(subscriber, plans.at1000)

    await refund(upgrade.id)

    const { balanceAmount, periodCostAmount, creditEntries } = await subscriber.row()
    expect(creditEntries).toBeNull()
    expect(about(balanceAmount + periodCostAmount)).toBe(0)
  })

  describe('a recovery or change after lost money', () => {
    test('keeps the credit that was spent on the lost period', async () => {
      const subscriber = await aSubscriber(service, plans.at1000)
      await service.database.db
        .updateTable('subscriptions')
        .set({ balanceAmount: 500 })
        .where('id', '=', subscriber.id)
        .execute()
      const renewal = await nextRenewalOf(subscriber)
      await lose(renewal.id)

      const recovered = await recover(subscriber)

      expect([renewal.amount, recovered.amount]).toEqual([500, 500])
      expect(await subscriber.row()).toMatchObject({ status: 'active', balanceAmount: 0, periodCostAmount: 1000 })
    })

    test('charges what the retry of an upgrade would have charged, or the former price less its credit', async () => {
      const [one, other] = [await aSubscriber(service, plans.at3000), await aSubscriber(service, plans.at3000)]
      await moveClock(service, 'P2D')
      const [first, second] = [await pay(one, plans.at13000), await pay(other, plans.at13000)]
      await lose(first.id)
      await lose(second.id)

      const recovered = await recover(one)
      const back = await pay(other, plans.at3000)

      expect(about(first.amount)).toBe(10_200)
      expect(recovered.amount).toBe(first.amount)
      expect(about(back.amount)).toBe(200)
    })

    test('keeps that credit also after a cancellation', async () => {
      const subscriber = await aSubscriber(service, plans.at3000)
      await moveClock(service, 'P2D')
      const upgrade = await pay(subscriber, plans.at13000)
      await lose(upgrade.id)
      await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)

      const recovered = await recover(subscriber)

      expect(recovered.amount).toBe(upgrade.amount)
    })
  })
})
