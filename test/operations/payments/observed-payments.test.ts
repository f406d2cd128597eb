import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { noObserver, type ProcessorCalled } from '#server/logging/observer.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aScriptedProcessor, aSubscriber, type ScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const seen: object[] = []
let bank: ScriptedProcessor
const service = useService(
  () => openTestDatabase('embedded'),
  (database) => {
    bank = aScriptedProcessor(database)
    const observer = {
      ...noObserver,
      processorCalled: ({ connection, call, outcome }: ProcessorCalled) =>
        void seen.push({ connection, call, outcome }),
      paymentEnded: (payment: object) => void seen.push(payment),
    }
    return { processor: bank, observer }
  },
)

test('each processor call and each finished payment is reported once: a sale, and a declined renewal', async () => {
  const subscriber = await aSubscriber(service, monthlyPlanAt(10_000))
  const sale = seen.splice(0)
  await sql`update subscriptions set next_billing_date = billing_now(), current_period_end = billing_now(),
    current_period_start = billing_now() - interval '1 month' where id = ${subscriber.id}`.execute(service.database.db)
  bank.script.push('decline')

  await processDueSubscriptions(service.billing, defaultConcurrency)

  const call = { connection: bank.id, call: 'authorize' }
  expect(sale).toEqual([
    { ...call, outcome: 'approved' },
    { type: 'CIT', status: 'SETTLING', reason: '' },
  ])
  expect(seen).toEqual([
    { ...call, outcome: 'declined' },
    { type: 'MIT', status: 'DECLINED', reason: expect.stringMatching(/^[a-z_]+$/) },
  ])
})
