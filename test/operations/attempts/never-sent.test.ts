import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { afterEachWrite } from '#server/store/writes/after-writes.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyer, aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { watchedConnection } from '../../support/processors/watched-connection.ts'

const notSent: ProcessorOutcome = { kind: 'unknown', message: 'Connection refused.', notSent: true }
const timedOut: ProcessorOutcome = { kind: 'unknown', message: 'It did not answer in time.' }

describeUsualDatabase('a charge that was certainly never sent, over an organization\u2019s only connection', (open) => {
  let instead: (() => Promise<ProcessorOutcome>) | undefined
  const charged: string[] = []
  const service = useService(open, ({ db }) => ({
    processor: watchedConnection(sandboxProcessor({ database: db }), 'sandbox', ({ method }) => {
      charged.push(method.kind)
      return instead?.()
    }),
  }))
  let planId: string
  beforeAll(async () => {
    planId = (await createPlan(service, aMonthlyPlan())).id
  })
  beforeEach(() => {
    instead = undefined
    charged.length = 0
  })
  /** Pauses the connection once the next attempt is committed, before its call is made. */
  const pausedBeforeTheCall = async <Result>(during: () => Promise<Result>): Promise<Result> => {
    const held = service.billing.processors.stoppedConnections as Map<string, string>
    const stop = afterEachWrite(service.billing.database, () => held.set('sandbox', 'It is paused.'))
    try {
      return await during()
    } finally {
      stop()
      held.clear()
    }
  }
  const aCustomerWithMethod = async (external_id: string) => {
    const { body } = await (await aBuyer(service, planId, { customer: { external_id } })).pay()
    charged.length = 0
    return { customerId: body.customer.id, methodId: body.payment_method.id, external_id }
  }

  test('fails at once if the shopper typed a card, and the same checkout can be paid again', async () => {
    const shopper = await aBuyer(service, planId)

    const failed = await pausedBeforeTheCall(() => shopper.pay())
    const paid = await shopper.pay()

    expect(failed).toMatchObject({ status: 200, body: { payment_status: 'FAILED' } })
    expect(paid.body.payment_status).toBe('SETTLING')
    expect(charged).toEqual(['typed_card'])
  })

  test('fails if the shopper chose a stored method, which is not charged when the connection works again', async () => {
    const { external_id, methodId } = await aCustomerWithMethod('reader-at-a-checkout')
    const plan = await createPlan(service, aMonthlyPlan())
    const shopper = await aShopper(service, { customer: { external_id }, plan: { id: plan.id } })

    const failed = await pausedBeforeTheCall(() => shopper.pay({}, { payment_method: { id: methodId } }))
    await completeAttempts(service.billing, { aheadSeconds: 1e6, limit: 1000, awaitingRetry: true })

    expect([failed.body.payment_status, charged]).toEqual(['FAILED', []])
  })

  test('waits for the connection if no shopper is present, and is made once the connection works', async () => {
    const { customerId } = await aCustomerWithMethod('reader-of-a-merchant')
    const plan = await createPlan(service, aMonthlyPlan())

    const waits = await pausedBeforeTheCall(() =>
      service.send('POST', '/payments', { body: { customer: { id: customerId }, plan: { id: plan.id } } }),
    )
    await completeAttempts(service.billing, { aheadSeconds: 1e6, limit: 1000, awaitingRetry: true })

    expect([waits.body.payment_status, charged]).toEqual(['PENDING', ['stored']])
  })

  test.each([
    ['the server does not know whether it was sent', async () => timedOut],
    [
      'another worker has taken over the attempt meanwhile and may have sent it',
      async () => {
        await sql`update attempts set fence = fence + 1 where state = 'open'`.execute(service.database.db)
        return notSent
      },
    ],
  ])('stays open if %s', async (_, answer) => {
    instead = answer

    const pending = await (await aBuyer(service, planId)).pay()

    expect(pending.body.payment_status).toBe('PENDING')
  })
})
