import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { obligationWork } from '#server/billing/due-work/retry-obligations.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { openObligation } from '#server/billing/obligations/open-obligation.ts'
import { refundElsewhere } from '#server/processors/sandbox/ledger/refund-elsewhere.ts'
import { readBillingClock } from '#server/store/writes/billing-clock.ts'
import { write } from '#server/store/writes/write.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aDisputingProcessor, disputesAt, type DisputingProcessor } from '../../support/processors/disputes.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { failingRefundCard, refundsAt } from '../../support/processors/refunds-with-news.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('findDisputes and findDispute', (open) => {
  let processor: DisputingProcessor
  let [cheap, dear]: { id: string }[] = []
  const service = useService(open, (database) => {
    processor = aDisputingProcessor(database)
    return { processor, settings: { on_dispute: 'nothing' } }
  })
  beforeAll(async () => {
    cheap = await createPlan(service, monthlyPlanAt(1000))
    dear = await createPlan(service, monthlyPlanAt(15_000))
  })
  beforeEach(() => processor.disputed.clear())
  const { dispute, disputeHere, look, ask, listed, eventsOf, refund } = disputesAt(
    () => service,
    () => processor,
  )
  const { aChange, patch } = changesAt(() => service)
  const { askNow } = refundsAt(() => service)
  /** Refunds a payment at the processor, which does not refuse refunds during a dispute. */
  const refundThere = async (paymentId: string, amount: number) => {
    const { db } = service.database
    const { body: payment } = await service.send('GET', `/payments/${paymentId}`)
    const transactionId = payment.payment_details.processor_transaction_id as string
    await refundElsewhere(db, { transactionId, amount, currency: 'EUR', at: await readBillingClock(db) })
    await look()
  }
  /** Owes the whole refund of a payment of 10,000; returns the obligation's id. */
  const owe = async (paymentId: string, { isCounted = true } = {}) => {
    const { body: payment } = await service.send('GET', `/payments/${paymentId}`)
    return write(service.database.db, service.organizationId, async (work) =>
      openObligation(work, {
        paymentId,
        kind: 'refund',
        amount: 10_000,
        currencyCode: 'EUR',
        isCounted,
        attemptId: null,
        transactionId: payment.payment_details.processor_transaction_id,
        reason: 'Nobody wants it.',
      }),
    )
  }
  const subscriberAt = (amount: number, number = '4242424242424242') =>
    aSubscriber(service, monthlyPlanAt(amount), { number })

  describe('a test card that is disputed', () => {
    test.each([
      ['4000000000000259', 'lost', 'fraudulent'],
      ['4000000000002685', 'won', 'product_not_received'],
    ])(
      '%s is disputed a day later by the billing clock, and %s two weeks after that',
      async (number, end, reason) => {
        const { paymentId } = await subscriberAt(10_000, number)

        await moveClock(service, 'P1DT1H')
        const [opened] = await listed(paymentId)
        const meanwhile = await refund(paymentId)
        await moveClock(service, 'P15D')
        const { body: closed } = await service.send('GET', `/disputes/${opened.id}`)
        const after = await refund(paymentId)

        expect(opened).toMatchObject({
          payment_id: paymentId,
          amount: 10_000,
          currency: 'EUR',
          reason,
          status: 'needs_response',
        })
        expect(resultCodeOf(meanwhile)).toBe('payment_not_refundable')
        expect(closed).toMatchObject({ ...opened, status: end, updated_at: closed.updated_at })
        expect(resultCodeOf(after)).toBe(end === 'won' ? 'SETTLED' : 'payment_not_refundable')
        expect(await eventsOf(paymentId)).toEqual([
          ['dispute.created', 'needs_response'],
          ['dispute.closed', end],
        ])
      },
      60_000,
    )

    test('that is only an inquiry changes nothing, and its payment can be refunded', async () => {
      const subscriber = await subscriberAt(10_000, '4000000000001976')

      await moveClock(service, 'P1DT1H')
      const [opened] = await listed(subscriber.paymentId)
      const given = await refund(subscriber.paymentId, 100)

      expect(opened.status).toBe('inquiry')
      expect(given.body).toMatchObject({ payment_status: 'SETTLED', refunded_amount: 100 })
      expect(await subscriber.subscription()).toMatchObject({ status: 'active' })
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 9900 })
    })
  })

  describe('while it is open', () => {
    test('it withdraws the money, so its period earns no credit, and returns the money once if it is won', async () => {
      const subscriber = await subscriberAt(10_000)

      const disputeId = await disputeHere(subscriber.paymentId)
      const withdrawn = await subscriber.row()
      await dispute(subscriber.paymentId, { disputeId, status: 'won' })
      await Promise.all([look(), look(), ask()])
      await look()

      expect(withdrawn).toMatchObject({ periodCostAmount: 0, balanceAmount: 0 })
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000, balanceAmount: 0 })
      expect((await eventsOf(subscriber.paymentId)).map(([type]: string[]) => type)).toEqual([
        'dispute.created',
        'dispute.closed',
      ])
    })

    test('one of a part withdraws that part, and only what refunds and the dispute leave earns credit', async () => {
      const subscriber = await subscriberAt(10_000)
      await refund(subscriber.paymentId, 1000)

      const disputeId = await disputeHere(subscriber.paymentId, { amount: 4000 })
      const withdrawn = await subscriber.row()
      const meanwhile = await refund(subscriber.paymentId, 1)
      await dispute(subscriber.paymentId, { disputeId, status: 'lost' })
      await look()
      const tooMuch = await refund(subscriber.paymentId, 5001)
      const rest = await refund(subscriber.paymentId)

      expect(withdrawn.periodCostAmount).toBe(5000)
      expect(resultCodeOf(meanwhile)).toBe('payment_not_refundable')
      expect((await subscriber.row()).periodCostAmount).toBe(0)
      expect(resultCodeOf(tooMuch)).toBe('refund_exceeds_captured')
      expect(rest.body).toMatchObject({ refunded_amount: 6000 })
    })

    test.each([
      ['less', 4000, 'USD'],
      ['more', 1_600_000, 'JPY'],
    ] as const)(
      'a sum in another currency that reads as %s than the payment withdraws all that is left of it',
      async (_, amount, currency) => {
        const subscriber = await subscriberAt(10_000)
        await refund(subscriber.paymentId, 1000)

        const disputeId = await disputeHere(subscriber.paymentId, { amount, currency })
        const withdrawn = await (await aChange(subscriber, dear!)).look()
        await dispute(subscriber.paymentId, { disputeId, status: 'won' })
        await look()
        const returned = await (await aChange(subscriber, dear!)).look()
        await disputeHere(subscriber.paymentId, { disputeId: `${disputeId} again`, amount, currency, status: 'lost' })
        const afterwards = await refund(subscriber.paymentId, 1)

        expect(withdrawn.body.quote.due_now.amount).toBe(15_000)
        // The refund of 1000 leaves 9000 of the period's price. They are credited against 15,000, less a few minor units for the seconds used.
        expect(Math.round(returned.body.quote.due_now.amount / 10) * 10).toBe(6000)
        expect(resultCodeOf(afterwards)).toBe('payment_not_refundable')
      },
    )

    test('it withdraws credit that came from the money, and returns the credit unchanged if it is won', async () => {
      const subscriber = await subscriberAt(10_000)
      const downgrade = await aChange(subscriber, cheap!)
      expect((await downgrade.patch()).status).toBe(200)
      const before = await subscriber.row()

      const disputeId = await disputeHere(subscriber.paymentId)
      const withdrawn = await subscriber.row()
      await dispute(subscriber.paymentId, { disputeId, status: 'won' })
      await look()
      const { balanceAmount, periodCostAmount, creditEntries } = await subscriber.row()

      expect(before.balanceAmount).toBeGreaterThan(8000)
      expect(withdrawn.balanceAmount).toBe(-before.periodCostAmount)
      expect({ balanceAmount, periodCostAmount, creditEntries }).toEqual({
        balanceAmount: before.balanceAmount,
        periodCostAmount: before.periodCostAmount,
        creditEntries: before.creditEntries,
      })
    })

    test('resuming after a cancellation is charged', async () => {
      const subscriber = await subscriberAt(10_000)
      await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
      await disputeHere(subscriber.paymentId)

      await patch(subscriber.id, { status: 'active' })

      expect(await subscriber.payments()).toHaveLength(2)
    })

    test('a refund that we owe of it waits, and is made when it is won', async () => {
      const { paymentId } = await subscriberAt(10_000)
      const { db } = service.database
      const disputeId = await disputeHere(paymentId)
      await owe(paymentId)
      const retry = async () => {
        await runWork(service.billing, obligationWork)
        await completeAttempts(service.billing, { aheadSeconds: 120 })
        return (await service.send('GET', `/payments/${paymentId}`)).body.refunded_amount as number
      }
      await sql`update obligations set due_at = billing_now() where payment_id = ${paymentId}`.execute(db)

      const waiting = await retry()
      await dispute(paymentId, { disputeId, status: 'won' })
      await look()
      const given = await retry()

      expect([waiting, given]).toEqual([0, 10_000])
    })

    test.each([
      ['counted as paid', true],
      ['never counted as paid', false],
    ])(
      'a refund that we owe of money that %s is met when the bank wins, and owed again when the merchant wins',
      async (_, isCounted) => {
        const { paymentId } = await subscriberAt(10_000)
        const disputeId = await disputeHere(paymentId)
        const id = await owe(paymentId, { isCounted })
        const stateOf = async () =>
          (await service.database.db.selectFrom('obligations').select('state').where('id', '=', id).executeTakeFirst())
            ?.state
        await dispute(paymentId, { disputeId, status: 'lost' })
        await look()
        await runWork(service.billing, obligationWork)
        const whenLost = await stateOf()
        await dispute(paymentId, { disputeId, status: 'won' })
        await look()

        expect([whenLost, await stateOf()]).toEqual(['met', 'open'])
        expect((await service.send('GET', `/payments/${paymentId}`)).body.refunded_amount).toBe(0)
      },
    )
  })

  describe('about money that is refunded as well', () => {
    test('does not return the money when it is won, and the money returns once the refund fails', async () => {
      const subscriber = await subscriberAt(10_000, failingRefundCard)
      const disputeId = await disputeHere(subscriber.paymentId)
      await refundThere(subscriber.paymentId, 10_000)

      await dispute(subscriber.paymentId, { disputeId, status: 'won' })
      await look()
      const won = await subscriber.row()
      await askNow(subscriber.paymentId)

      expect(won).toMatchObject({ periodCostAmount: 0, balanceAmount: 0 })
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000, balanceAmount: 0 })
    })

    test('keeps the money if a refund that took it first fails, and returns it when the dispute is won', async () => {
      const subscriber = await subscriberAt(10_000, failingRefundCard)
      await refund(subscriber.paymentId, 4000)
      const disputeId = await disputeHere(subscriber.paymentId)

      await askNow(subscriber.paymentId)
      const failed = await subscriber.row()
      await dispute(subscriber.paymentId, { disputeId, status: 'won' })
      await look()

      expect(failed).toMatchObject({ periodCostAmount: 0, balanceAmount: 0 })
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000, balanceAmount: 0 })
    })

    test('returns to the credit only what several refunds leave', async () => {
      const subscriber = await subscriberAt(10_000)
      await (await aChange(subscriber, cheap!)).patch()
      const before = await subscriber.row()
      const disputeId = await disputeHere(subscriber.paymentId)
      await refundThere(subscriber.paymentId, 2000)
      await refundThere(subscriber.paymentId, 3000)

      await dispute(subscriber.paymentId, { disputeId, status: 'won' })
      await look()

      const all = (row: typeof before) => row.balanceAmount + row.periodCostAmount
      expect(Math.abs(all(await subscriber.row()) - all(before) / 2)).toBeLessThanOrEqual(1)
    })
  })
})
