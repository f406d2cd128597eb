import { beforeAll, beforeEach, expect, test } from 'vitest'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, endAllSubscriptions } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { watchedConnection } from '../../support/processors/watched-connection.ts'

const mastercard = '5555555555554444'

describeUsualDatabase('the probe of a processor that did not answer', (open) => {
  let passedMillis = 0
  const charged: string[] = []
  const service = useService(open, ({ db }) => {
    const connection = (id: string) =>
      watchedConnection(sandboxProcessor({ database: db }), id, () => void charged.push(id))
    return {
      processor: connection('one'),
      otherProcessors: [connection('two')],
      wallClock: () => new Date(Date.now() + passedMillis).toISOString(),
    }
  })
  const settle = (rules: readonly object[]) => {
    const settings = {
      routing: [{ connection: 'one' }, { connection: 'two' }],
      rules,
    }
    const now = new Date().toISOString()
    return updateOrganization(service.database.db, service.organizationId, { settings }, now)
  }
  let planId: string
  beforeAll(async () => {
    await settle([])
    planId = (await createPlan(service, aMonthlyPlan())).id
  })
  beforeEach(async () => {
    await settle([])
    service.billing.breakers.get('one')!.noteAnswer()
    await endAllSubscriptions(service)
  })
  const block = () => settle([{ name: 'no mastercards', when: { brands: ['mastercard'] } }])
  /** Makes the first connection count as silent for so long that now one charge may probe it. Returns its breaker. */
  const probeIsDue = () => {
    const breaker = service.billing.breakers.get('one')!
    for (let silence = 1; silence <= 5; silence += 1) breaker.noteSilence()
    passedMillis += 60_000
    charged.length = 0
    return breaker
  }

  test('is made by the next shopper if a rule blocks the payment that would have been the probe', async () => {
    await block()
    const [blocked, next] = [await aBuyer(service, planId), await aBuyer(service, planId)]
    const breaker = probeIsDue()

    const { body: refused } = await blocked.pay({ number: mastercard })
    const { body: paid } = await next.pay()

    expect([refused.payment_status, paid.payment_status]).toEqual(['BLOCKED', 'SETTLING'])
    expect([charged, breaker.openSince()]).toEqual([['one'], null])
  })

  test('is made by the next renewal if a renewal needs no charge', async () => {
    const [inCredit, next] = [await aSubscriber(service, aMonthlyPlan()), await aSubscriber(service, aMonthlyPlan())]
    const { db } = service.database
    await db.updateTable('subscriptions').set({ balanceAmount: 5000 }).where('id', '=', inCredit.id).execute()
    await db
      .updateTable('clock')
      .set({ offsetMillis: 32 * 86_400_000 })
      .execute()
    const breaker = probeIsDue()

    for (let round = 1; round <= 2; round += 1)
      await processDueSubscriptions(service.billing, {
        concurrency: 1,
        isClockMoving: false,
      })

    expect((await inCredit.payments()).length).toBe(1)
    expect((await next.payments()).length).toBe(2)
    expect([charged, breaker.openSince()]).toEqual([['one'], null])
  })
})
