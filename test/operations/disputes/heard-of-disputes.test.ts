import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeNewsDue, importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { refundElsewhere } from '#server/processors/sandbox/ledger/refund-elsewhere.ts'
import { readBillingClock } from '#server/store/writes/billing-clock.ts'
import { setReconcileFirst } from '#server/store/reconcile-first/reconcile-first.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { refuseRowChanges } from '../../support/interleaving/refuse-row-changes.ts'
import { aDisputingProcessor, disputesAt, type DisputingProcessor } from '../../support/processors/disputes.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a dispute at a processor', (open) => {
  let processor: DisputingProcessor
  const service = useService(open, (database) => {
    processor = aDisputingProcessor(database)
    return { processor }
  })
  beforeEach(() => {
    processor.disputed.clear()
    processor.warnings.length = 0
    processor.isSilent = false
  })
  const { dispute, disputeHere, look, ask, listed, eventsOf, refund } = disputesAt(
    () => service,
    () => processor,
  )
  const { patch } = changesAt(() => service)
  const subscriberAt = (amount: number) => aSubscriber(service, monthlyPlanAt(amount))
  const setting = (on_dispute: string | null) =>
    sql`update organizations set settings = case when ${on_dispute}::text is null then settings - 'on_dispute'
      else settings || jsonb_build_object('on_dispute', ${on_dispute}::text) end where id = ${service.organizationId}`.execute(
      service.database.db,
    )

  describe('needs a response', () => {
    test.each([
      [null, 'scheduled_for_cancellation'],
      ['at_period_end', 'scheduled_for_cancellation'],
      ['now', 'cancelled'],
      ['nothing', 'active'],
    ])('and changes its subscription as on_dispute %s requires: %s', async (wish, status) => {
      await setting(wish)
      const subscriber = await subscriberAt(10_000)
      const disputeId = await disputeHere(subscriber.paymentId, { status: 'inquiry' })
      const asked = await subscriber.subscription()

      await dispute(subscriber.paymentId, { disputeId, status: 'needs_response' })
      await look()

      expect(asked.status).toBe('active')
      expect(await subscriber.subscription()).toMatchObject({ status })
    })

    test('and ends its subscription once: a subscriber who resumes it keeps it during the bank’s review', async () => {
      await setting('at_period_end')
      const subscriber = await subscriberAt(10_000)
      const disputeId = await disputeHere(subscriber.paymentId)
      await patch(subscriber.id, { status: 'active' })

      await dispute(subscriber.paymentId, { disputeId, status: 'under_review' })
      await look()

      expect(await subscriber.subscription()).toMatchObject({ status: 'active' })
      expect((await listed(subscriber.paymentId))[0]).toMatchObject({ status: 'under_review' })
    })
  })

  describe('is read', () => {
    test('in any order: an outdated answer changes nothing', async () => {
      const { paymentId } = await subscriberAt(10_000)
      const disputeId = await disputeHere(paymentId)
      await dispute(paymentId, { disputeId, status: 'won' })
      await look()

      await dispute(paymentId, { disputeId, status: 'needs_response' })
      await look()
      await dispute(paymentId, { disputeId, status: 'lost' })
      await look()

      expect((await listed(paymentId))[0]).toMatchObject({ status: 'won' })
      expect(await eventsOf(paymentId)).toHaveLength(2)
    })

    test('for the first time after it was lost: its money is withdrawn', async () => {
      const { paymentId } = await subscriberAt(10_000)

      await disputeHere(paymentId, { status: 'lost' })

      expect(resultCodeOf(await refund(paymentId))).toBe('payment_not_refundable')
      expect(await eventsOf(paymentId)).toEqual([
        ['dispute.created', 'lost'],
        ['dispute.closed', 'lost'],
      ])
    })

    test('again after the bank had closed its inquiry: the server queries it weekly for months', async () => {
      const { paymentId } = await subscriberAt(10_000)
      const disputeId = await disputeHere(paymentId, { status: 'inquiry' })
      await dispute(paymentId, { disputeId, status: 'inquiry_closed' })
      await ask()
      const asked = async () =>
        (
          await service.database.db.selectFrom('disputes').select('dueAt').where('paymentId', '=', paymentId).execute()
        ).map(({ dueAt }) => dueAt !== null)
      const afterItsEnd = await asked()

      await dispute(paymentId, { disputeId, status: 'needs_response' })
      await ask()

      expect(afterItsEnd).toEqual([true])
      expect((await listed(paymentId))[0]).toMatchObject({ status: 'needs_response' })
      expect(await eventsOf(paymentId)).toEqual([
        ['dispute.created', 'inquiry'],
        ['dispute.closed', 'inquiry_closed'],
        ['dispute.updated', 'needs_response'],
      ])
    })

    test('every few minutes, or at once if there is a reason, and is not stored for another system’s charge', async () => {
      const { paymentId } = await subscriberAt(10_000)
      await look()
      await dispute(paymentId)
      processor.disputed.set('of a stranger', {
        ...processor.disputed.get(`dispute of ${paymentId}`)!,
        disputeId: 'of a stranger',
        transactionId: 'a charge of nobody',
      })

      const tooSoon = await importProcessorNews(service.billing)
      await makeNewsDue(service.database.db, 'sandbox')
      const found = await importProcessorNews(service.billing)

      expect([tooSoon, found.map(({ what }) => what)]).toEqual([[], ['dispute.created']])
      expect(
        await service.database.db
          .selectFrom('disputes')
          .select('id')
          .where('processorId', '=', 'of a stranger')
          .execute(),
      ).toEqual([])
    })

    test('later, if the processor did not answer or the books may lack the charge', async () => {
      const { paymentId } = await subscriberAt(10_000)
      await dispute(paymentId)
      processor.isSilent = true

      const silent = await look()
      processor.isSilent = false
      await setReconcileFirst(service.database.db, 'sandbox', { who: 'a test', why: 'to see who waits' })
      const waiting = await look()
      await sql`update reconcile_first set since = null`.execute(service.database.db)

      expect([silent, waiting]).toEqual([[], []])
      expect(await look()).toMatchObject([{ id: paymentId, what: 'dispute.created' }])
    })
  })

  describe('is listed with all other news of its processor', () => {
    /** For each kind of news: how to make the processor list the news for a payment, and which row records the news. */
    const news = {
      'dispute.created': [(paymentId: string) => dispute(paymentId), 'payments', 'id'],
      'refund.found': [
        async (paymentId: string) =>
          refundElsewhere(service.database.db, {
            transactionId: await transactionOf(paymentId),
            amount: 100,
            currency: 'EUR',
            at: await readBillingClock(service.database.db),
          }),
        'payments',
        'id',
      ],
      'payment.fraud_warning': [
        async (paymentId: string) => {
          const transactionId = await transactionOf(paymentId)
          processor.warnings.push({ warningId: `warning of ${paymentId}`, transactionId, reason: 'stolen' })
        },
        'fraud_warnings',
        'payment_id',
      ],
    } as const
    const transactionOf = async (paymentId: string): Promise<string> =>
      (await service.send('GET', `/payments/${paymentId}`)).body.payment_details.processor_transaction_id

    test.each(Object.entries(news))(
      'from the same moment again if a %s could not be recorded',
      async (what, [happen, table, column]) => {
        const [broken, sound] = [await subscriberAt(10_000), await subscriberAt(10_000)]
        await look()
        processor.listedSince.length = 0
        await happen(broken.paymentId)
        await happen(sound.paymentId)
        const on = table === 'payments' ? 'update' : 'insert'
        const cure = await refuseRowChanges(
          service.database,
          table,
          `new.${column} = '${broken.paymentId}'`,
          'P0001',
          on,
        )

        const first = await look()
        await cure()
        const second = await look()
        await look()

        expect(first).toMatchObject([{ id: sound.paymentId, what }])
        expect(second).toMatchObject([{ id: broken.paymentId, what }])
        const [before, again, after] = processor.listedSince
        expect(again).toBe(before)
        expect(after! > again!).toBe(true)
      },
    )

    test('from an hour before the server requested the last complete list', async () => {
      const before = new Date().toISOString()
      await look()
      const after = new Date().toISOString()
      processor.listedSince.length = 0

      await look()

      const hourLater = new Date(Date.parse(processor.listedSince[0]!) + 3_600_000).toISOString()
      expect(before <= hourLater && hourLater <= after).toBe(true)
    })
  })

  test('is listed for its own organization only, by status and payment, in pages', async () => {
    const [one, two] = [await subscriberAt(10_000), await subscriberAt(10_000)]
    await disputeHere(one.paymentId, { status: 'inquiry' })
    await disputeHere(two.paymentId)
    const stranger = await service.addOrganization('Another shop of disputes')
    const [known] = await listed(one.paymentId)

    const byStatus = await service.send('GET', '/disputes?status=inquiry')
    const byStatuses = await service.send('GET', '/disputes?status_in=inquiry,needs_response')
    const page = await service.send('GET', '/disputes?limit=1&page=2')
    const others = await service.send('GET', '/disputes', { key: stranger.key })
    const foreign = await service.send('GET', `/disputes/${known.id}`, { key: stranger.key })

    expect(byStatus.body.data.map(({ payment_id }: { payment_id: string }) => payment_id)).toContain(one.paymentId)
    expect(byStatus.body.data.map(({ payment_id }: { payment_id: string }) => payment_id)).not.toContain(two.paymentId)
    expect(byStatuses.body.data.map(({ payment_id }: { payment_id: string }) => payment_id)).toEqual(
      expect.arrayContaining([one.paymentId, two.paymentId]),
    )
    expect(page.body.data).toMatchObject([{ payment_id: one.paymentId }])
    expect(others.body).toMatchObject({ data: [], meta: { total: 0 } })
    expect(foreign.status).toBe(404)
  })
})
