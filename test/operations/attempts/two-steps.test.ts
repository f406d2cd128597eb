import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { goodCard } from '../../../examples/own-processor/src/cards.ts'
import { ownProcessor } from '../../../examples/own-processor/src/own-processor.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { makeCall } from '#server/billing/attempts/make-call.ts'
import type { ProcessorCall } from '#server/processors/call-processor.ts'
import type { KnownCall, Processor, TwoSteps } from '#server/processors/processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a charge that its processor makes in two steps', (open) => {
  /** What a test does after the processor has prepared a charge, and before it executes one. Both functions may throw. */
  let before: Partial<Record<keyof TwoSteps, () => Promise<void>>>
  let executed: string[]
  let asked: (KnownCall | undefined)[]
  let closed: (KnownCall | undefined)[]
  let isSilent: boolean
  const service = useService(open, () => {
    const own = ownProcessor()
    const { prepare, execute } = own.twoSteps!
    const processor: Processor = {
      ...own,
      authorize: async () => {
        throw new Error('It charges in two steps only.')
      },
      customers: {
        make: async () => ({ kind: 'made', reference: 'cus_own' }),
      },
      twoSteps: {
        async prepare(request) {
          const prepared = await prepare(request)
          await before.prepare?.()
          return prepared
        },
        async execute(request, transactionId) {
          await before.execute?.()
          executed.push(transactionId)
          return execute(request, transactionId)
        },
      },
      lookUp: async (reference, known) => {
        asked.push(known)
        if (isSilent) throw new Error('503')
        return own.lookUp(reference, known)
      },
      close: async (reference, known) => {
        closed.push(known)
        return own.close(reference, known)
      },
    }
    return { processor }
  })
  beforeEach(() => {
    before = {}
    executed = []
    asked = []
    closed = []
    isSilent = false
  })
  const pay = async () => {
    const plan = await createPlan(service, aMonthlyPlan())
    return (await aShopper(service, { customer: { external_id: plan.id }, plan: { id: plan.id } })).pay({
      number: goodCard,
    })
  }
  const openAttempt = async () =>
    (
      await sql<{ preparedId: string | null; fence: number }>`select prepared_id, fence from attempts
        where state = 'open' and kind in ('authorize', 'verify')`.execute(service.database.db)
    ).rows[0]
  const paymentOf = async ({ body }: { body: { id: string } }) =>
    (await service.send('GET', `/payments/${body.id}`)).body
  const later = { aheadSeconds: 120, awaitingRetry: true }

  test('is executed once its transaction is committed', async () => {
    const seen: unknown[] = []
    before.execute = async () => void seen.push((await openAttempt())?.preparedId)

    const payment = await paymentOf(await pay())

    expect(seen).toEqual([payment.payment_details.processor_transaction_id])
    expect(executed).toEqual(seen)
  })

  test('is not executed by a holder whose attempt another worker has taken over after it was prepared', async () => {
    before.prepare = async () => {
      before = {}
      isSilent = true
      await completeAttempts(service.billing, later)
      isSilent = false
    }

    const paid = await pay()
    const overtaken = await paymentOf(paid)
    await completeAttempts(service.billing, later)

    expect(overtaken.payment_status).toBe('PENDING')
    expect(executed).toEqual([])
    expect(await paymentOf(paid)).toMatchObject({ payment_status: 'FAILED' })
  })

  test('is closed by its id if the server dies before it is executed and the card is lost', async () => {
    before.execute = async () => {
      before = {}
      throw new Error('killed')
    }

    const paid = await pay()
    const left = await openAttempt()
    await completeAttempts(service.billing, later)

    expect(left?.preparedId).toMatch(/^own_/)
    expect(asked).toContainEqual(expect.objectContaining({ kind: 'authorize', transactionId: left?.preparedId }))
    expect(executed).toEqual([])
    expect(await paymentOf(paid)).toMatchObject({ payment_status: 'FAILED' })
  })

  test('is closed among the transactions of its customer if it ends while a worker repeats its preparation', async () => {
    const own = service.billing.processors.of('own')
    const ending: Processor = {
      ...own,
      twoSteps: {
        ...own.twoSteps!,
        prepare: async () => ({ kind: 'ended', outcome: { kind: 'failed', message: 'The account is unknown.' } }),
      },
    }
    const call: ProcessorCall = {
      kind: 'authorize',
      request: {
        reference: 'repeated',
        amount: 999,
        currency: 'EUR',
        initiator: 'CIT',
        method: { kind: 'processor_token', token: 'tok_1' },
        customer: { id: 'cus_1', email: null, name: null },
        authentication: 'none',
        returnUrl: null,
        earlier: null,
        store: true,
        statementDescriptor: null,
        billingAddress: null,
        at: '2026-01-01T00:00:00.000Z',
      },
    }

    await makeCall(
      { ...service.billing, processors: { ...service.billing.processors, of: () => ending } },
      {
        organizationId: service.organizationId,
        id: 'att_1',
        fence: 2,
        connection: 'own',
        kind: 'authorize',
        processorKey: 'repeated',
        preparedId: null,
        request: { notes: {}, call, openedAt: '2026-01-01T00:00:00.000Z' },
      },
      call,
    )

    expect(closed).toEqual([expect.objectContaining({ kind: 'authorize', customer: 'cus_own' })])
  })

  test('is executed once by the worker that takes it up if its method is stored', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: goodCard })
    await completeAttempts(service.billing)
    executed = []
    before.execute = async () => {
      before = {}
      throw new Error('killed')
    }
    const oneOff = await createPlan(service, {
      ...aMonthlyPlan({ name: 'Once' }),
      type: 'one-off',
      interval: null,
      interval_count: null,
    })
    const charged = await service.send('POST', '/payments', {
      body: { customer: { id: subscriber.customerId }, plan: { id: oneOff.id } },
    })
    const left = await openAttempt()

    await completeAttempts(service.billing, later)

    expect(charged.body).toMatchObject({ payment_status: 'PENDING' })
    expect(executed).toEqual([left?.preparedId])
    expect(await paymentOf(charged)).toMatchObject({
      payment_status: expect.stringMatching(/AUTHORIZED|SETTL/),
      payment_details: { processor_transaction_id: left?.preparedId },
    })
  })
})
