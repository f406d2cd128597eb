import { beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { leaseDueSubscriptions } from '#server/billing/due-work/lease-due-subscriptions.ts'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const didCharge = '4000000000006975'
const monthMillis = 32 * 86_400_000
const timeoutSeconds = 600

describeEachDatabase('leases of workers', (open) => {
  let answered: PromiseWithResolvers<void>
  let asked = 0

  const service = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    const lookUp: Processor['lookUp'] = async (reference) => {
      asked += 1
      await answered.promise
      return sandbox.lookUp(reference)
    }
    return { processor: { ...sandbox, timeoutSeconds, lookUp } }
  })
  beforeEach(() => {
    answered = Promise.withResolvers()
    return setClocks({ offsetMillis: 0, leaseOffsetMillis: 0 })
  })

  const setClocks = async (clocks: { readonly offsetMillis?: number; readonly leaseOffsetMillis?: number }) => {
    await service.database.db.updateTable('clock').set(clocks).execute()
  }

  test('an attempt that a worker is querying stays leased for as long as its calls may take, whatever the billing clock says', async () => {
    const { id: planId } = await createPlan(service, aMonthlyPlan())
    const shopper = await aShopper(service, { customer: { email: 'mina@example.com' }, plan: { id: planId } })
    const { body: payment } = await shopper.pay({ number: didCharge })
    const first = completeAttempts(service.billing, { awaitingRetry: true })
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(1)

    await setClocks({ offsetMillis: monthMillis, leaseOffsetMillis: 2.5 * timeoutSeconds * 1000 })
    const early = await completeAttempts(service.billing)
    const askedEarly = asked
    await setClocks({ leaseOffsetMillis: 4 * timeoutSeconds * 1000 })
    const second = completeAttempts(service.billing)
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(2)
    answered.resolve()
    await Promise.all([first, second])

    expect([early, askedEarly]).toEqual([[], 1])
    expect((await service.send('GET', `/payments/${payment.id}`)).body.payment_status).toBe('SETTLING')
  })

  test('a due subscription belongs to the worker that leased it for a minute by the database’s clock', async () => {
    const { id } = await aSubscriber(service, aMonthlyPlan())
    const take = async () =>
      (await leaseDueSubscriptions(service.billing, { concurrency: 1, isClockMoving: false }, 100)).map((row) => row.id)
    await setClocks({ offsetMillis: monthMillis })

    const leased = await take()
    await setClocks({ offsetMillis: monthMillis + 86_400_000, leaseOffsetMillis: 20_000 })
    const meanwhile = await take()
    await setClocks({ leaseOffsetMillis: 61_000 })
    const afterwards = await take()

    expect([leased, meanwhile, afterwards]).toEqual([expect.arrayContaining([id]), [], expect.arrayContaining([id])])
  })
})
