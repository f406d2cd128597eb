import { expect, test } from 'vitest'
import { inOrganization } from '#server/store/in-organization.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { addUser, sendFrom } from '../../support/services/dashboard.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describeEachDatabase('the overview of the dashboard', (open) => {
  test(
    'counts subscriptions, what past-due ones owe, and what needs attention, for its own organization only',
    { timeout: 120_000 },
    async () => {
      const database = await open()
      const processor = aScriptedProcessor(database)
      const service = await startService(database, { processor })
      const other = await service.addOrganization('Kettle Teas')
      const own = await addUser(service, { [service.organizationId]: 'read_only', [other.organizationId]: 'read_only' })
      const overviewOf = async (organization: string) =>
        (await sendFrom(service, 'GET', '/reports/overview', { cookie: own.cookie, organization })).body
      await moveClock(service, '2027-04-01T10:00:00Z')
      const subscriber = await aSubscriber(service, aMonthlyPlan())
      processor.script.push('hard decline')
      await moveClock(service, '2027-05-01T11:00:00Z')
      await aSubscriber(service, aMonthlyPlan())
      const db = inOrganization(database.db, service.organizationId)
      const now = new Date().toISOString()
      const [payment] = await subscriber.payments()
      const { body: endpoint } = await service.send('POST', '/webhook-endpoints', {
        body: { url: 'https://shop.example/events', event_types: ['*'] },
      })
      await db.updateTable('webhookEndpoints').set({ failingSince: now }).where('id', '=', endpoint.id).execute()
      await db
        .insertInto('deferredWork')
        .values({ kind: 'settlement', id: payment.id, deferredUntil: now, tries: 1, reason: 'A test.' })
        .execute()
      await db
        .insertInto('disputes')
        .values(
          (['needs_response', 'won'] as const).map((status) => ({
            id: `dp_${status}`,
            paymentId: payment.id as string,
            connection: 'sandbox',
            processorId: status,
            amount: 100,
            currencyCode: 'EUR' as const,
            reason: 'fraudulent' as const,
            status,
            evidenceDueAt: null,
            periodLeftAt: null,
            actedAt: null,
            dueAt: null,
            createdAt: now,
            updatedAt: now,
          })),
        )
        .execute()

      const { body: owing } = await service.send('GET', `/subscriptions/${subscriber.id}`)
      const payments = await subscriber.payments()
      expect(owing.status).toBe('past_due')
      expect(await overviewOf(service.organizationId)).toEqual({
        subscriptions: { active: 1, trial: 0, past_due: 1 },
        at_risk: [{ currency: 'EUR', amount: payments.at(-1)!.amount }],
        attention: { webhook_endpoints_failing: 1, deferred_work: 1, connections_paused: 0, disputes_due: 1 },
      })
      expect(await overviewOf(other.organizationId)).toEqual({
        subscriptions: { active: 0, trial: 0, past_due: 0 },
        at_risk: [],
        attention: { webhook_endpoints_failing: 0, deferred_work: 0, connections_paused: 0, disputes_due: 0 },
      })
      await service.close()
      await database.close()
    },
  )
})
