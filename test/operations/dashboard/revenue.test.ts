import { expect, test } from 'vitest'
import { countRevenue } from '#server/billing/revenue/count-revenue.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { addUser, sendFrom } from '../../support/services/dashboard.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const rows = async ({ database: { db } }: RunningService) => ({
  days: await db
    .selectFrom('revenueDays')
    .selectAll()
    .orderBy('organizationId')
    .orderBy('day')
    .orderBy('currencyCode')
    .orderBy('movement')
    .execute(),
  subscriptions: await db
    .selectFrom('countedSubscriptions')
    .selectAll()
    .orderBy('organizationId')
    .orderBy('subscriptionId')
    .execute(),
})

const forget = async ({ database: { db } }: RunningService) => {
  for (const table of ['revenueDays', 'countedSubscriptions', 'revenuePositions'] as const)
    await db.deleteFrom(table).execute()
}

describeEachDatabase('the revenue report', (open) => {
  test(
    'shows recurring revenue and the causes of its changes, and a full recount gives the same figures',
    { timeout: 120_000 },
    async () => {
      const database = await open()
      const processor = aScriptedProcessor(database)
      const service = await startService(database, { processor })
      const other = await service.addOrganization('Kettle Teas')
      const own = await addUser(service, { [service.organizationId]: 'read_only', [other.organizationId]: 'read_only' })
      const report = async (query = '', organization: string = service.organizationId) =>
        (await sendFrom(service, 'GET', `/reports/revenue${query}`, { cookie: own.cookie, organization })).body
      const change = async (id: string, subscription: object, more: object = {}) => {
        const body = { subscription: { id, ...subscription }, ...more }
        expect((await service.send('PATCH', '/subscriptions', { body })).status).toBe(200)
      }
      expect(await report()).toMatchObject({ total_usd: { recurring: 0, at_risk: 0 }, currencies: [] })

      await moveClock(service, '2027-04-01T10:00:00Z')
      const larger = await createPlan(service, monthlyPlanAt(2500))
      const grows = await aSubscriber(service, monthlyPlanAt(1000))
      const yearly = monthlyPlanAt(12_000, {
        interval: 'years',
        price: { default: { amount: 12_000, currency: 'USD' }, countries: [] },
      })
      await aSubscriber(service, yearly)
      const fails = await aSubscriber(service, monthlyPlanAt(2000))
      await aSubscriber(service, monthlyPlanAt(700, { trial_interval: 'months', trial_interval_count: 6 }))
      await change(grows.id, {}, { plan: { id: larger.id } })

      const [euros, dollars] = (await report('?months=2')).currencies
      expect([euros.currency, dollars.currency]).toEqual(['EUR', 'USD'])
      expect(dollars.recurring).toEqual({ amount: 1000, amount_usd: 1000 })
      expect(euros.recurring.amount).toBe(4500)
      expect(euros.recurring.amount_usd).toBeGreaterThan(4500)
      expect(euros.months.map(({ month }: { month: string }) => month)).toEqual(['2027-03', '2027-04'])
      expect(euros.months[0].recurring.amount).toBe(0)
      expect(euros.months[1].movements).toMatchObject({
        new: { amount: 3000, count: 2 },
        expansion: { amount: 1500, count: 1 },
        contraction: { amount: 0, amount_usd: 0, count: 0 },
      })

      await change(grows.id, { status: 'cancelled' })
      processor.script.push('hard decline')
      await moveClock(service, '2027-05-02T10:00:00Z')
      expect((await fails.subscription()).status).toBe('past_due')
      const { currencies: atRisk, total_usd: total } = await report('?months=2')
      expect(atRisk[0]).toMatchObject({ recurring: { amount: 2000 }, at_risk: { amount: 2000 } })
      expect(total.recurring).toBe(1000 + atRisk[0].recurring.amount_usd)
      expect(total.at_risk).toBe(atRisk[0].at_risk.amount_usd)

      await moveClock(service, '2027-08-01T10:00:00Z')
      expect((await fails.subscription()).status).toBe('cancelled')
      const later = await report('?months=5')
      const movementsIn = (month: string) =>
        later.currencies[0].months.find((each: { month: string }) => each.month === month).movements
      expect(later.currencies[0].recurring).toEqual({ amount: 0, amount_usd: 0 })
      expect(movementsIn('2027-04').churn_voluntary).toMatchObject({ amount: -2500, count: 1 })
      const lost = ['2027-05', '2027-06', '2027-07'].map((month) => movementsIn(month).churn_involuntary.amount)
      expect(lost.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(-2000)
      expect((await report('', other.organizationId)).currencies).toEqual([])

      const counted = await rows(service)
      await forget(service)
      await Promise.all([0, 1, 2].map(() => countRevenue(service.billing, service.organizationId)))
      expect(await rows(service)).toEqual(counted)
      await service.close()
      await database.close()
    },
  )
})
