import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { examineReconciliation } from '#server/cli/doctor/examine-money.ts'
import { reconcileFirstCommands } from '#server/cli/reconcile/reconcile-first-commands.ts'
import type { CommandContext } from '#server/cli/command-context.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import type { Processor } from '#server/processors/processor.ts'
import { loseSinceScene, saveScene } from '../../simulation/meetings/saved-scenes.ts'
import { startServiceToFailOver } from '../../support/services/service-to-fail-over.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const unknown = { kind: 'unknown', message: 'Lost.' } as const

describeUsualDatabase('a refund that was lost in a failover and exceeds what can be booked', (open) => {
  /** A payment of 999 with a refund that the processor has made and our database has lost. */
  const aLostRefund = async (amount: number) => {
    const started = await startServiceToFailOver(await open())
    const { service, db, processor } = started
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const [paid] = await subscriber.payments()
    const refund = async (asked: number) =>
      (await service.send('POST', `/payments/refund/${paid.id}`, { body: { amount: asked } })).body
    await saveScene(db, 'replica')
    await refund(amount)
    await loseSinceScene(db, 'replica')
    const { refund: call, lookUp } = processor
    /** Makes the outcome of refunds of this sum stay unknown; the processor never receives them. */
    const lose = (asked: number) => {
      const lost = new Set<string>()
      Object.assign(processor, {
        refund: async (request: Parameters<Processor['refund']>[0]) => {
          if (request.amount !== asked) return call(request)
          lost.add(request.reference)
          return unknown
        },
        lookUp: async (reference: string) => (lost.has(reference) ? unknown : lookUp.call(processor, reference)),
      })
    }
    const differences = async () => (await service.send('GET', '/events?type=books.difference')).body.data
    const attempts = () => db.selectFrom('attempts').select('id').where('state', '=', 'open').execute()
    return { ...started, subscriber, paid, refund, lose, differences, attempts }
  }

  test('waits a day for other refunds, and then the excess is reported until an operator decides', async () => {
    const { service, db, processor, subscriber, paid, refund, lose, differences, attempts } = await aLostRefund(800)
    lose(400)
    const { refund: call } = processor
    const others = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    Object.assign(processor, {
      refund: async (request: Parameters<Processor['refund']>[0]) => {
        if (request.amount === 500) {
          reached.resolve()
          await others.promise
        }
        return call(request)
      },
    })
    const refunding = refund(500)
    await reached.promise
    await refund(400)
    others.resolve()

    const early = await refunding
    await moveClock(service, 'PT20H')
    const waiting = (await subscriber.payments())[0]
    const before = await attempts()
    await moveClock(service, 'P2D')

    expect(early).toMatchObject({ refunded_amount: 900, refund: { status: 'pending' } })
    expect([waiting.refunded_amount, before.length]).toEqual([900, 2])
    expect(await attempts()).toHaveLength(1)
    expect((await subscriber.payments())[0]).toMatchObject({ refunded_amount: 999 })
    expect(await differences()).toMatchObject([
      { data: { object: { connection: 'sandbox', kind: 'refund', amount: 201, currency: 'EUR', subject: paid.id } } },
    ])
    expect(service.logged.filter((line) => line.includes('than can be booked'))).toMatchObject([
      expect.stringContaining('"level":50'),
    ])
    await expect(examineReconciliation(db)).rejects.toThrow('sandbox has a refund of 201 EUR')

    const context = { store: { database: { db } } } as unknown as CommandContext
    await reconcileFirstCommands['reconcile-first clear'](context, { who: 'mina', why: 'the shopper sent it back' })
    expect(await examineReconciliation(db)).toMatch(/^money moves/)
    await expect(
      reconcileFirstCommands['reconcile-first clear'](context, { who: 'mina', why: 'again' }),
    ).rejects.toMatchObject({ code: 'not_found' })
    const acted = await acrossOrganizations(db, 'operator')
      .selectFrom('auditEntries')
      .select(['what', 'who'])
      .where('why', 'is not', null)
      .execute()
    expect(acted).toEqual([{ what: 'unmatched_transactions.cleared', who: 'mina' }])
    await service.close()
  })

  test('counts as it was requested if the payment has failed since, and the excess is reported', async () => {
    const { service, processor, subscriber, refund, lose, differences, attempts } = await aLostRefund(300)
    lose(-1)
    const { refund: call } = processor
    Object.assign(processor, { refund: async () => unknown, isDown: true })
    await refund(200)
    Object.assign(processor, {
      settlements: async (ids: readonly string[]) => ids.map((id) => ({ transactionId: id, state: 'failed' })),
    })
    await moveClock(service, 'P1DT1H')
    Object.assign(processor, { refund: call, isDown: false })

    await completeAttempts(service.billing, { awaitingRetry: true })

    expect((await subscriber.payments())[0]).toMatchObject({
      payment_status: 'FAILED',
      refunded_amount: 200,
      refund: { amount: 200, status: 'succeeded' },
    })
    expect(await differences()).toMatchObject([{ data: { object: { kind: 'refund', amount: 100 } } }])
    expect(await attempts()).toEqual([])
    await service.close()
  })
})
