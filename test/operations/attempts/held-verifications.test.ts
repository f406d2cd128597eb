import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { type Fault, faultyProcessor } from '../../support/processors/faulty-processor.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

const capturedLater = '4000000000007775'

describeUsualDatabase('a verification under whose reference a processor holds money', (open) => {
  // The processor answers `taken`, because another request has used the reference. In the second case, the look-up that follows fails, and
  // only a later look-up shows the held money.
  test.each(['taken', 'taken, and the answer is lost'])(
    'fails, and the second try voids the held money: %s',
    async (how) => {
      const database = await open()
      const faults: Record<string, Fault[]> = {
        verify: ['taken'],
        void: ['refuses'],
        lookUp: how === 'taken' ? [] : ['breaks before'],
      }
      const service = await startService(database, {
        processor: faultyProcessor(sandboxProcessor({ database: database.db }), {
          faultOf: (operation) => faults[operation]?.shift() ?? 'none',
          pass: async () => {},
          later: async () => {},
        }),
      })
      const plan = await createPlan(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 30 }))
      const shopper = await aShopper(service, {
        customer: { email: 'mina@example.com', country: 'DE' },
        plan: { id: plan.id },
      })

      const { body: payment } = await shopper.pay({ number: capturedLater })
      await completeAttempts(service.billing)
      await completeAttempts(service.billing)
      await moveClock(service, 'P2D')

      const { body: found } = await service.send('GET', `/payments/${payment.id}`)
      expect(found).toMatchObject({ amount: 0, payment_status: 'FAILED' })
      const obligations = await database.db.selectFrom('obligations').select(['kind', 'state', 'amount']).execute()
      expect(obligations).toEqual([{ kind: 'void', state: 'met', amount: 500 }])
      await service.close()
    },
  )
})
