import { expect, test } from 'vitest'
import type { Processor } from '#server/processors/processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { addTestDisputes, disputesAt } from '../../support/processors/disputes.ts'
import { failingRefundCard } from '../../support/processors/refunds-with-news.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

/** How lost money, disputes and late payments change a subscription's credit, as a quote or a later charge shows it. */
describeUsualDatabase('credit after a payment was lost or disputed', (open) => {
  const aShop = async () => {
    const database = await open()
    const scripted = aScriptedProcessor(database)
    /** Transactions whose money is in flight, and those whose money never arrives. */
    const [inFlight, lost] = [new Set<string>(), new Set<string>()]
    const { settlements: truth } = scripted
    const settlements: Processor['settlements'] = async (ids) =>
      (await truth(ids)).map((one) => {
        if (lost.has(one.transactionId)) return { ...one, state: 'failed' }
        return inFlight.has(one.transactionId) ? { ...one, state: 'pending' } : one
      })
    const processor = Object.assign(scripted, addTestDisputes(scripted), { settlements })
    const service = await startService(database, { processor, settings: { on_dispute: 'nothing' } })
    await moveClock(service, '2027-04-01T10:00:00Z')
    return {
      service,
      processor,
      inFlight,
      lost,
      ...disputesAt(
        () => service,
        () => processor,
      ),
      ...changesAt(() => service),
    }
  }
  const transactionOf = async (service: RunningService, paymentId: string): Promise<string> =>
    (await service.send('GET', `/payments/${paymentId}`)).body.payment_details.processor_transaction_id
  /** The amounts and statuses of the payments, in order. Captured money counts as paid, even if it has not arrived. */
  const amounts = async (payments: () => Promise<{ amount: number; payment_status: string }[]>) =>
    (await payments()).map(
      ({ amount, payment_status: status }) => `${amount} ${status.replace(/^SETTL(?:ING|ED)$/, 'paid')}`,
    )

  test('a retry of a lost renewal leaves the charge after it at the price: credit was spent once', async () => {
    const { service, lost, aChange } = await aShop()
    const [cheap, dear] = [
      await createPlan(service, monthlyPlanAt(1000)),
      await createPlan(service, monthlyPlanAt(6400)),
    ]
    const subscriber = await aSubscriber(service, monthlyPlanAt(1500))
    expect((await (await aChange(subscriber, cheap)).patch()).status).toBe(200)
    await moveClock(service, '2027-05-01T11:00:00Z')
    const renewal = (await subscriber.payments()).at(-1)
    lost.add(renewal.payment_details.processor_transaction_id)
    await moveClock(service, '2027-05-02T12:00:00Z')
    const owing = await subscriber.subscription()
    const change = await aChange(subscriber, dear, 'do_not_bill')
    const agreed = await change.patch()
    await moveClock(service, '2027-06-02T11:00:00Z')

    expect(owing.status).toBe('past_due')
    expect(change.seen.body.quote.next_charge.amount).toBe(500)
    const later = change.seen.body.quote_display.later_charges.map(({ amount }: { amount: number }) => amount)
    expect(later).toEqual([500, 6400])
    expect(agreed.status).toBe(200)
    expect(await amounts(subscriber.payments)).toEqual(['1500 paid', '500 FAILED', '500 paid', '6400 paid'])
    await service.close()
  })

  test('a renewal that was declined before its trial’s money was lost keeps its price; the next one collects that money', async () => {
    const { service, processor, lost, inFlight, aChange } = await aShop()
    const trial = {
      trial_interval: 'days',
      trial_interval_count: 7,
      trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] },
    }
    const [plan, other] = [await createPlan(service, aMonthlyPlan(trial)), await createPlan(service, aMonthlyPlan())]
    const subscriber = await aSubscriber(service, plan)
    const transactionId = await transactionOf(service, subscriber.paymentId)
    inFlight.add(transactionId)
    processor.script.push('decline')
    await moveClock(service, '2027-04-08T11:00:00Z')
    lost.add(transactionId)
    await moveClock(service, '2027-04-09T09:00:00Z')
    const meanwhile = await amounts(subscriber.payments)

    const { quote, quote_display: shown } = (await aChange(subscriber, other, 'do_not_bill')).seen.body
    await moveClock(service, '2027-05-08T11:00:00Z')

    expect(meanwhile).toEqual(['100 FAILED', '999 DECLINED'])
    expect(quote.next_charge.amount).toBe(999)
    expect(shown.later_charges.map(({ amount }: { amount: number }) => amount)).toEqual([999, 1099, 999])
    expect(await amounts(subscriber.payments)).toEqual(['100 FAILED', '999 DECLINED', '999 paid', '1099 paid'])
    await service.close()
  })

  test('money that is lost during a recovery is charged with the next renewal, and the recovery is kept', async () => {
    const { service, processor, lost, inFlight } = await aShop()
    const subscriber = await aSubscriber(service, aMonthlyPlan({ interval: 'days', interval_count: 2 }))
    const transactionId = await transactionOf(service, subscriber.paymentId)
    inFlight.add(transactionId)
    processor.script.push('hard decline')
    await moveClock(service, '2027-04-03T11:00:00Z')
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      subscription: { id: subscriber.id },
    })
    processor.isDown = true
    const pending = await shopper.pay({ number: '4000000000006975', exp_year: 2090 })
    lost.add(transactionId)
    await moveClock(service, '2027-04-04T11:00:00Z')
    const meanwhile = await amounts(subscriber.payments)
    processor.isDown = false
    await moveClock(service, '2027-04-04T23:00:00Z')
    const recovered = await subscriber.subscription()
    await moveClock(service, '2027-04-06T12:00:00Z')

    expect(pending.body.payment_status).toBe('PENDING')
    expect(meanwhile).toEqual(['999 FAILED', '999 DECLINED', '999 PENDING'])
    expect(recovered).toMatchObject({ status: 'active', past_due: null })
    expect(await amounts(subscriber.payments)).toEqual(['999 FAILED', '999 DECLINED', '999 paid', '1998 paid'])
    await service.close()
  })

  test('a won dispute returns its money to a period that a late payment has moved', async () => {
    const { service, processor, lost, inFlight, disputeHere, dispute, look, aChange } = await aShop()
    const dear = await createPlan(service, monthlyPlanAt(15_000))
    const subscribers = [
      await aSubscriber(service, monthlyPlanAt(10_000)),
      await aSubscriber(service, monthlyPlanAt(10_000)),
    ]
    const [disputed] = subscribers
    const transactions = await Promise.all(subscribers.map(({ paymentId }) => transactionOf(service, paymentId)))
    for (const id of transactions) inFlight.add(id)
    const disputeId = await disputeHere(disputed!.paymentId, { amount: 4000 })
    for (const id of transactions) lost.add(id)
    processor.script.push('lose after', 'lose after')
    await moveClock(service, '2027-04-02T09:00:00Z')
    processor.isDown = true
    await moveClock(service, '2027-05-10T00:00:00Z')
    processor.isDown = false
    await moveClock(service, '2027-05-11T00:00:00Z')

    await dispute(disputed!.paymentId, { disputeId, status: 'won' })
    await look()

    const dues = []
    for (const subscriber of subscribers) {
      expect(await amounts(subscriber.payments)).toEqual(['10000 FAILED', '10000 paid'])
      const { current_period_start: start } = await subscriber.subscription()
      expect(start > '2027-05-01').toBe(true)
      dues.push((await aChange(subscriber, dear)).seen.body.quote.due_now.amount)
    }
    expect(dues[0]).toBeLessThan(10_000)
    expect(Math.abs(dues[0] - dues[1])).toBeLessThanOrEqual(1)
    await service.close()
  })

  test.each(['a won dispute', 'a failed refund'] as const)(
    '%s returns nothing to the running period if its own period has ended',
    async (kind) => {
      const { service, disputeHere, dispute, look, refund, aChange } = await aShop()
      const dear = await createPlan(service, monthlyPlanAt(15_000))
      const [subscriber, untouched] = [
        await aSubscriber(service, monthlyPlanAt(10_000), { number: failingRefundCard }),
        await aSubscriber(service, monthlyPlanAt(10_000)),
      ]
      // The refund fails a day later, when the next period has begun.
      await moveClock(service, '2027-04-30T20:00:00Z')
      const { paymentId } = subscriber
      const disputeId = kind === 'a won dispute' ? await disputeHere(paymentId) : undefined
      if (disputeId === undefined) expect((await refund(paymentId)).body.refunded_amount).toBe(10_000)
      await moveClock(service, '2027-05-01T22:00:00Z')
      if (disputeId !== undefined) await dispute(paymentId, { disputeId, status: 'won' })
      await look()

      const [{ due_now: due }, { due_now: usual }] = [
        (await aChange(subscriber, dear)).seen.body.quote,
        (await aChange(untouched, dear)).seen.body.quote,
      ]
      expect(await amounts(subscriber.payments)).toEqual(['10000 paid', '10000 paid'])
      expect((await subscriber.payments())[0].refunded_amount).toBe(0)
      expect(Math.abs(due.amount - usual.amount)).toBeLessThanOrEqual(1)
      await service.close()
    },
  )
})
