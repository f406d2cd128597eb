import { expect, test } from 'vitest'
import { goodCard } from '../../../examples/own-processor/src/cards.ts'
import { ownProcessor } from '../../../examples/own-processor/src/own-processor.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { AuthorizeRequest, Processor } from '#server/processors/processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describeUsualDatabase('a processor that stores no cards', (open) => {
  const start = async (change: (own: Processor) => Partial<Processor> = () => ({})) => {
    const database = await open()
    const own = ownProcessor()
    const charged: AuthorizeRequest['method'][] = []
    const changed: Processor = { ...own, ...change(own) }
    const processor: Processor = {
      ...changed,
      needsCardNumber: true,
      // Charge in one step, so that this test sees what the processor receives.
      twoSteps: undefined,
      authorize(request) {
        charged.push(request.method)
        return changed.authorize(request)
      },
    }
    const service = await startService(database, { processor })
    const vaulted = async () => (await database.db.selectFrom('vaultedCards').select('id').execute()).length
    return { service, charged, vaulted, db: database.db }
  }

  test('gets the stored card again at a renewal, without its security code, and no row contains the number', async () => {
    const { service, charged, vaulted, db } = await start()
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: goodCard })
    await completeAttempts(service.billing)

    await moveClock(service, '2027-04-01T12:00:00Z')

    expect(charged[1]).toEqual({
      kind: 'vaulted_card',
      card: { number: goodCard, expMonth: 12, expYear: 2090, name: 'Mina Okafor' },
    })
    expect(await subscriber.payments()).toMatchObject([
      { payment_token_type: 'CARD_PAN' },
      { payment_type: 'MIT', payment_status: expect.stringMatching(/AUTHORIZED|SETTL/) },
    ])
    expect(await vaulted()).toBe(1)
    const attempts = JSON.stringify(await db.selectFrom('attempts').selectAll().execute())
    expect(attempts).not.toContain(goodCard)
    await service.close()
  })

  test('leaves no card in the vault that was declined, replaced or detached', async () => {
    const { service, vaulted } = await start()
    const plan = await createPlan(service, aMonthlyPlan())
    const shopper = await aShopper(service, { customer: { external_id: 'reader-1' }, plan: { id: plan.id } })

    const declined = await shopper.pay({ number: '4000000000000002' })
    const afterDecline = await vaulted()
    const { body: paid } = await shopper.pay({ number: goodCard })
    const updating = await aShopper(service, {
      customer: { id: paid.customer.id },
      subscription: { id: paid.subscription.id },
    })
    await updating.pay({ number: goodCard, exp_year: 2040 })
    const afterSecond = await vaulted()
    await service.send('DELETE', `/payment-methods/${paid.payment_method.id}`)

    expect(declined.body.payment_status).toBe('DECLINED')
    expect([afterDecline, afterSecond, await vaulted()]).toEqual([0, 1, 0])
    await service.close()
  })

  test('does not delay a replaced card that it never received: that charge ends, and the new card is charged', async () => {
    let isLost = false
    const { service, charged, vaulted } = await start((own) => ({
      authorize: async (request) => (isLost ? { kind: 'unknown', message: 'Lost.' } : own.authorize(request)),
    }))
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: goodCard })
    await completeAttempts(service.billing)
    isLost = true
    await moveClock(service, 'P1M')
    isLost = false
    const plan = await createPlan(service, aMonthlyPlan({ name: 'Another' }))
    const shopper = await aShopper(service, { customer: { id: subscriber.customerId }, plan: { id: plan.id } })
    await shopper.pay({ number: goodCard, exp_year: 2040 })

    await completeAttempts(service.billing, { aheadSeconds: 120 })
    const [, lost] = await subscriber.payments()
    await moveClock(service, 'PT2H')
    const [, , again] = await subscriber.payments()

    expect(lost).toMatchObject({ payment_type: 'MIT', payment_status: 'FAILED' })
    expect(again).toMatchObject({ payment_type: 'MIT', payment_status: expect.stringMatching(/AUTHORIZED|SETTL/) })
    expect(charged.at(-1)).toMatchObject({ kind: 'vaulted_card', card: { expYear: 2040 } })
    expect(await vaulted()).toBe(1)
    await service.close()
  })
})
