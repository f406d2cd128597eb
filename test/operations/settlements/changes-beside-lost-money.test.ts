import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const settlementFails = '4000000000008880'

describeEachDatabase('a plan change that is being paid while the money behind its credit is lost', (open) => {
  test('is kept if it is paid, and the next charge collects the lost money', async () => {
    const database = await open()
    const scripted = aScriptedProcessor(database)
    const service = await startService(database, { processor: scripted })
    const { aChange } = changesAt(() => service)
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, monthlyPlanAt(1000), { number: settlementFails })
    const deferred = await aChange(
      subscriber,
      await createPlan(service, monthlyPlanAt(3000)),
      'prorated_next_billing_period',
    )
    expect(resultCodeOf(await deferred.patch())).toBe('active')
    const dear = await createPlan(service, monthlyPlanAt(8000))
    scripted.script.push('lose after')
    scripted.isDown = true
    const { body: change } = await service.send('POST', '/payments', {
      body: { customer: { id: subscriber.customerId }, subscription: { id: subscriber.id }, plan: { id: dear.id } },
    })
    await moveClock(service, '2027-03-03T00:00:00Z')
    const [lost] = await subscriber.payments()
    const { periodPaymentId } = await subscriber.row()
    scripted.isDown = false

    await moveClock(service, '2027-03-10T00:00:00Z')

    expect(lost).toMatchObject({ amount: 1000, payment_status: 'FAILED' })
    expect(periodPaymentId).toBeNull()
    const [, paid] = await subscriber.payments()
    expect(paid).toMatchObject({ id: change.id, payment_status: 'SETTLED', refunded_amount: 0 })
    expect(await subscriber.subscription()).toMatchObject({ status: 'active', plan: { id: dear.id } })
    await moveClock(service, '2027-04-03T12:00:00Z')
    const [, , renewal] = await subscriber.payments()
    expect(renewal).toMatchObject({ amount: 8000 + 1000 })
    await service.close()
  })
})
