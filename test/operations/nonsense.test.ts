import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '../../packages/server/src/billing/complete-attempts.ts'
import type { Processor, ProcessorOutcome } from '../../packages/server/src/processors/processor.ts'
import { sandboxProcessor } from '../../packages/server/src/processors/sandbox/sandbox-processor.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { type RunningService, startService } from '../support/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../support/shopper.ts'

const nonsense: readonly [string, (truth: ProcessorOutcome) => unknown][] = [
  ['nothing', () => undefined],
  ['an HTML page', () => '<html>502</html>'],
  ['a kind that does not exist', (truth) => ({ ...truth, kind: 'accepted' })],
  ['an approval without a transaction', () => ({ kind: 'approved', storedToken: null, captured: true })],
  ['an approval that does not say whether it was captured', (truth) => ({ ...truth, captured: undefined })],
  [
    'a decline for a reason that does not exist',
    (truth) => ({ ...truth, kind: 'declined', declineCode: 'no', message: '' }),
  ],
  ['an action without an address', () => ({ kind: 'action_required', action: { type: 'redirect', url: '' } })],
]

describeEachDatabase('a processor that answers nonsense', (open) => {
  let service: RunningService
  let planId: string
  let garble: ((truth: ProcessorOutcome) => unknown) | undefined
  let settlements: Processor['settlements'] | undefined
  let emails = 0

  beforeAll(async () => {
    const database = await open()
    const sandbox = sandboxProcessor({ database: database.db })
    const answer = (truth: ProcessorOutcome) => (garble ? (garble(truth) as ProcessorOutcome) : truth)
    service = await startService(database, {
      processor: {
        ...sandbox,
        authorize: async (request) => answer(await sandbox.authorize(request)),
        async lookUp(reference) {
          const seen = await sandbox.lookUp(reference)
          return seen && answer(seen)
        },
        settlements: (ids) => (settlements ?? sandbox.settlements)(ids),
      },
    })
    planId = (await createPlan(service, aMonthlyPlan())).id
    return () => service.close()
  })

  const pay = async () => {
    const shopper = await aShopper(service, { customer: { email: `n${++emails}@example.com` }, plan: { id: planId } })
    return (await shopper.pay()).body
  }
  const status = async (id: string) => (await service.send('GET', `/payments/${id}`)).body.payment_status as string
  const ask = (seconds: number) =>
    completeAttempts(service.billing, { wall: new Date(Date.now() + seconds * 1000).toISOString() })

  test.each(nonsense)(
    'such as %s decides nothing; the payment waits for an answer that makes sense',
    async (_, garbled) => {
      garble = garbled
      const payment = await pay()
      // To a question, no answer would mean that the processor has never seen the payment.
      garble = (truth) => garbled(truth) ?? null
      await ask(120)
      const meanwhile = await status(payment.id)
      garble = undefined
      await ask(240)

      expect([payment.payment_status, meanwhile, await status(payment.id)]).toEqual(['PENDING', 'PENDING', 'SETTLING'])
    },
  )

  test('about settlements settles nothing', async () => {
    settlements = async (ids) => [
      ...ids.map((transactionId) => ({ transactionId, state: 'perhaps' as 'settled' })),
      { transactionId: 'somebody else', state: 'settled' },
    ]
    const payment = await pay()

    await service.send('POST', '/sandbox/clock', { body: { advance: 'P1DT1M' } })

    expect(await status(payment.id)).toBe('SETTLING')
    settlements = undefined
  })
})
