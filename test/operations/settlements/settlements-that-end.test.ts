import { expect, test } from 'vitest'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { runDoctor } from '#server/cli/doctor/run-doctor.ts'
import { givenUpCommands } from '#server/cli/operator/given-up-commands.ts'
import { ProcessorTimeout } from '#server/processors/calls/with-timeout.ts'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { commandContext } from '../../support/services/command-context.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { findDeferredWork, openShopInMarch } from '../../support/stories/deferred-work.ts'

describeUsualDatabase('captured money whose settlement the processor never reports', (open) => {
  test('a payment whose query the processor rejects is deferred by itself, and reported and given up after a month', async () => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    const { settlements } = processor
    const rejected = new Set<string>()
    const service = await startService(database, {
      processor: Object.assign(processor, {
        settlements: async (ids: readonly string[]) => {
          if (ids.some((each) => rejected.has(each))) throw new Error('No such transaction.')
          return settlements(ids)
        },
      }),
    })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const [odd, ...others] = [
      await aSubscriber(service, aMonthlyPlan()),
      await aSubscriber(service, aMonthlyPlan()),
      await aSubscriber(service, aMonthlyPlan()),
    ]
    const [{ id, payment_details }] = await odd!.payments()
    rejected.add(payment_details.processor_transaction_id)

    await moveClock(service, '2027-03-02T12:00:00Z')
    const early = await Promise.all(others.map((each) => each.payments()))
    await moveClock(service, '2027-04-20T00:00:00Z')

    expect(early).toMatchObject(others.map(() => [{ payment_status: 'SETTLED' }]))
    expect(await odd!.payments()).toMatchObject([{ id, payment_status: 'SETTLING' }, { payment_status: 'SETTLED' }])
    expect(await findDeferredWork(database, 'settlement')).toMatchObject({
      id,
      reason: expect.stringContaining('No such'),
    })
    expect(deferredCountOf(await readBacklog(database.db), 'settlement')).toEqual({ deferred: 0, givenUp: 1 })
    const { body } = await service.send('GET', '/events?type=payment.outcome_unknown&limit=1000')
    expect(body.data).toMatchObject([{ data: { object: { id, payment_status: 'SETTLING' } } }])

    const context = commandContext(service)
    const byHand = { id, who: 'mina', why: 'seen on the bank’s statement' }
    const doctor = (await runDoctor(context)).findings.find(({ check }) => check === 'settlements')
    expect(doctor).toMatchObject({ ok: false, message: expect.stringMatching(`${id}.*settlement resolve`) })
    expect(await givenUpCommands['settlement list'](context)).toMatchObject({
      data: [{ payment_id: id, tries: 39 }],
    })
    await expect(givenUpCommands['settlement resolve'](context, { ...byHand, as: 'lost' })).rejects.toThrow(
      '--as must be',
    )
    const resolved = await givenUpCommands['settlement resolve'](context, { ...byHand, as: 'settled' })
    const { id: _, ...by } = byHand
    expect(resolved).toMatchObject({
      payment_status: 'SETTLED',
      actions: [{ what: 'settlement.resolved_as_settled', ...by }],
    })
    expect((await odd!.payments())[0]).toMatchObject({ id, payment_status: 'SETTLED' })
    expect(deferredCountOf(await readBacklog(database.db), 'settlement')).toEqual({ deferred: 0, givenUp: 0 })
    await service.close()
    // The clock stops many times in these months, and the machine may be busy.
  }, 120_000)

  test('money that is pending for a month is reported and no longer queried, and an operator cannot contradict the processor', async () => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    const { settlements } = processor
    const inFlight = new Set<string>()
    let asked = 0
    const service = await startService(database, {
      processor: Object.assign(processor, {
        settlements: async (ids: readonly string[]) => {
          asked += ids.filter((each) => inFlight.has(each)).length
          return settlements(ids.filter((each) => !inFlight.has(each)))
        },
      }),
    })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan({ interval: 'months', interval_count: 6 }))
    const [{ id, payment_details }] = await subscriber.payments()
    inFlight.add(payment_details.processor_transaction_id)

    await moveClock(service, '2027-03-30T00:00:00Z')
    const early = await readBacklog(database.db)
    await moveClock(service, '2027-04-02T00:00:00Z')
    const askedInAMonth = asked
    await moveClock(service, '2027-06-01T00:00:00Z')

    expect(deferredCountOf(early, 'settlement').givenUp).toBe(0)
    expect(deferredCountOf(await readBacklog(database.db), 'settlement').givenUp).toBe(1)
    expect(asked).toBe(askedInAMonth)
    const { body } = await service.send('GET', '/events?type=payment.outcome_unknown&limit=1000')
    expect(body.data).toMatchObject([{ data: { object: { id, payment_status: 'SETTLING' } } }])
    const context = commandContext(service)
    const byHand = { id, who: 'mina', why: 'it never came' }
    inFlight.clear()
    await expect(givenUpCommands['settlement resolve'](context, { ...byHand, as: 'failed' })).rejects.toThrow(
      'has settled: resolve it as settled.',
    )
    inFlight.add(payment_details.processor_transaction_id)
    expect(await givenUpCommands['settlement resolve'](context, { ...byHand, as: 'failed' })).toMatchObject({
      payment_status: 'FAILED',
    })
    expect(await subscriber.subscription()).toMatchObject({ status: 'past_due' })
    await service.close()
    // The clock stops many times in these months, and the machine may be busy.
  }, 120_000)

  test('a payment about which the processor never answers is reported after two months and left to an operator', async () => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    let asked = 0
    const silence = async () => {
      asked += 1
      throw new ProcessorTimeout(20)
    }
    const service = await startService(database, { processor: Object.assign(processor, { settlements: silence }) })
    const [{ id }] = await (await aSubscriber(service, aMonthlyPlan({ interval: 'years' }))).payments()
    const settleDaily = async (first: number, last: number) => {
      for (let day = first; day <= last; day++) {
        await database.db
          .updateTable('clock')
          .set({ offsetMillis: day * 86_400_000 })
          .execute()
        await runWork(service.billing, settlementWork)
      }
      return { asked, ...deferredCountOf(await readBacklog(database.db), 'settlement') }
    }

    const states = [
      await settleDaily(2, 29),
      await settleDaily(30, 67),
      await settleDaily(68, 68),
      await settleDaily(69, 99),
    ]

    expect(states).toEqual([
      { asked: 28, deferred: 0, givenUp: 0 },
      { asked: 66, deferred: 1, givenUp: 0 },
      { asked: 67, deferred: 0, givenUp: 1 },
      { asked: 67, deferred: 0, givenUp: 1 },
    ])
    const { body } = await service.send('GET', '/events?type=payment.outcome_unknown&limit=1000')
    expect(body.data).toMatchObject([{ data: { object: { id, payment_status: 'SETTLING' } } }])
    const byHand = { id, who: 'mina', why: 'it is on the bank’s statement', as: 'settled' }
    expect(await givenUpCommands['settlement resolve'](commandContext(service), byHand)).toMatchObject({
      payment_status: 'SETTLED',
    })
    await service.close()
  })

  test('a payment without the processor’s id delays no other settlement', async () => {
    const { service, database } = await openShopInMarch(open)
    const odd = await aSubscriber(service, aMonthlyPlan())
    const well = await aSubscriber(service, aMonthlyPlan())
    const [{ id }] = await odd.payments()
    await database.db.updateTable('payments').set({ paymentDetails: null }).where('id', '=', id).execute()

    await moveClock(service, 'P1DT1M')

    expect(await well.payments()).toMatchObject([{ payment_status: 'SETTLED' }])
    expect(await findDeferredWork(database, 'settlement')).toMatchObject({
      id,
      reason: `The processor's id of payment ${id} is not known.`,
    })
    await service.close()
  })
})
