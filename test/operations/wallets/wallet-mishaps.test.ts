import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { AuthorizeRequest, Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { walletBody, walletPage } from '../../support/processors/wallets.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a wallet when something goes wrong', (open) => {
  let planId: string
  let buyers = 0
  /** The fault of the next call. With 'lost before', the sandbox never receives the call. */
  let mishap: 'lost before' | 'lost after' | undefined
  const sent: string[] = []

  const service = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    const charge = async ({ reference }: AuthorizeRequest, call: () => Promise<ProcessorOutcome>) => {
      sent.push(reference)
      const now = mishap
      mishap = undefined
      if (now === 'lost before') return lost
      const outcome = await call()
      return now === 'lost after' ? lost : outcome
    }
    const processor: Processor = {
      ...sandbox,
      authorize: (request) => charge(request, () => sandbox.authorize(request)),
      twoSteps: {
        ...sandbox.twoSteps!,
        execute: (request, id) => charge(request, () => sandbox.twoSteps!.execute(request, id)),
      },
    }
    return { processor }
  })
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })

  const aBuyer = () => aShopper(service, { customer: { external_id: `x${++buyers}` }, plan: { id: planId } })
  const find = async (id: string) => (await service.send('GET', `/payments/${id}`)).body
  const completeAfter = (seconds: number) =>
    completeAttempts(
      { ...service.billing, wallClock: () => new Date(Date.now() + seconds * 1000).toISOString() },
      { aheadSeconds: seconds },
    )

  test.each(['lost before', 'lost after'] as const)(
    'an account whose first call is %s the processor received it is requested again by the same reference, and paid once',
    async (kind) => {
      const shopper = await aBuyer()
      mishap = kind
      sent.length = 0
      const { body: first } = await shopper.pay({}, walletBody('PAYPAL'))
      await completeAfter(120)
      const { body: checkout } = await shopper.look()
      await walletPage(service, checkout.payment).answer('passed')

      expect(first).not.toHaveProperty('next_action')
      expect(new Set(sent).size).toBe(1)
      expect(await find(first.id)).toMatchObject({
        payment_status: 'SETTLING',
        payment_method: { details: { payer_info: { payer_id: 'SANDBOXPAYER1' } } },
      })
    },
  )

  test('an account is not requested again once the processor has forgotten the reference', async () => {
    const shopper = await aBuyer()
    mishap = 'lost before'
    sent.length = 0
    const { body: first } = await shopper.pay({}, walletBody('PAYPAL'))
    await completeAfter(service.billing.processors.defaultProcessor.keyWindowSeconds + 60)

    expect(sent).toHaveLength(1)
    expect((await find(first.id)).payment_status).toBe('FAILED')
  })

  test('a device’s token is never sent twice: the reference is closed, and then the payment is FAILED', async () => {
    const shopper = await aBuyer()
    mishap = 'lost before'
    sent.length = 0
    const { body: first } = await shopper.pay({}, walletBody('APPLE_PAY'))
    await completeAfter(120)

    expect(first.payment_status).toBe('PENDING')
    expect(sent).toHaveLength(1)
    expect((await find(first.id)).payment_status).toBe('FAILED')
    expect((await shopper.pay({}, walletBody('APPLE_PAY'))).body.payment_status).toBe('SETTLING')
  })

  test('a device’s token whose charge got no answer is paid, and its card is stored from the look-up', async () => {
    mishap = 'lost after'
    const { body: first } = await (await aBuyer()).pay({}, walletBody('GOOGLE_PAY'))
    await completeAfter(120)

    expect(first).toMatchObject({ payment_status: 'PENDING', payment_method: null })
    expect(await find(first.id)).toMatchObject({
      payment_status: 'SETTLING',
      payment_method: { type: 'GOOGLE_PAY', details: { is_network_tokenized: true, last4: '4242' } },
    })
  })

  test.each([
    ['passed', 'SETTLING'],
    ['failed', 'DECLINED'],
    ['cancelled', 'CANCELLED'],
  ] as const)('a page with two answers keeps the first (%s)', async (answer, status) => {
    const { body: payment } = await (await aBuyer()).pay({}, walletBody('VENMO'))
    const page = walletPage(service, payment)
    const first = await page.answer(answer)
    const second = await page.answer(answer === 'passed' ? 'cancelled' : 'passed')

    expect([first.status, second.status]).toEqual([303, 303])
    expect((await find(payment.id)).payment_status).toBe(status)
  })

  test('a page with many answers at the same time is paid once', async () => {
    const { body: payment } = await (await aBuyer()).pay({}, walletBody('CASHAPP'))
    const page = walletPage(service, payment)
    await page.open()
    await Promise.all([page.answer('passed'), page.answer('passed'), page.answer('passed')])
    const found = await find(payment.id)
    const { body: events } = await service.send('GET', '/events?type=payment.updated&limit=1000')
    const paid = events.data.filter(
      ({ data: { object } }: { data: { object: { id: string; payment_status: string } } }) =>
        object.id === payment.id && object.payment_status === 'SETTLING',
    )

    expect(found.payment_status).toBe('SETTLING')
    expect(paid).toHaveLength(1)
  })

  test('an answer applies only to the payment of its own page', async () => {
    const [mine, other] = await Promise.all([aBuyer(), aBuyer()])
    const [{ body: answered }, { body: left }] = await Promise.all([
      mine.pay({}, walletBody('PAYPAL')),
      other.pay({}, walletBody('PAYPAL')),
    ])
    await walletPage(service, answered).answer('passed')
    const madeUp = await fetch(new URL('/sandbox/wallet/4dd0aa3e-6d9b-4b36-a8b1-0d54a4a6e0ff', service.url), {
      method: 'POST',
      body: new URLSearchParams({ answer: 'passed' }),
    })

    expect((await find(answered.id)).payment_status).toBe('SETTLING')
    expect((await find(left.id)).payment_status).toBe('PENDING')
    expect(madeUp.status).toBe(400)
  })

  test('a page with an invalid answer changes nothing', async () => {
    const { body: payment } = await (await aBuyer()).pay({}, walletBody('PAYPAL'))
    const page = walletPage(service, payment)
    const { challenge } = await page.open()
    const answer = await fetch(new URL(challenge, service.url), {
      method: 'POST',
      body: new URLSearchParams({ answer: 'expired' }),
    })

    expect(answer.status).toBe(400)
    expect((await find(payment.id)).payment_status).toBe('PENDING')
  })

  test.each([
    [{ type: 'APPLE_PAY' }, 'details'],
    [{ type: 'APPLE_PAY', details: { token: '' } }, 'token'],
    [{ type: 'PAYPAL', details: { token: 'x' } }, 'details'],
    [{ type: 'KLARNA' }, 'type'],
  ])('an invalid wallet (%j) is refused before any call', async (method, named) => {
    const shopper = await aBuyer()
    sent.length = 0
    const { status, body } = await shopper.pay({}, { payment_method: method })

    expect(status).toBe(400)
    expect(JSON.stringify(body.error)).toContain(named)
    expect(sent).toEqual([])
  })
})

const lost: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }
