import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyer, aReceipt, createPlan, sealCard } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'

describeUsualDatabase('declines and repetitions (createPayment)', (open) => {
  let plan: { id: string }

  const service = useService(open, { trustedProxies: ['loopback'] })
  beforeAll(async () => {
    plan = await createPlan(service)
  })

  const paymentsOf = async (sessionId: string) =>
    (await service.database.db.selectFrom('payments').selectAll().where('sessionId', '=', sessionId).execute()).length

  test('ten tries or five cards in one session are the limit', async () => {
    const declined = [
      '4000000000000002',
      '4000000000009995',
      '4000000000009987',
      '4000000000000069',
      '4000000000000127',
    ]
    const shopper = await aBuyer(service, plan.id)
    for (const number of declined) expect(statusAndCode(await shopper.pay({ number })).code).toBe('DECLINED')

    const sixth = await shopper.pay({ number: '4000000000000119' })
    for (let tried = 5; tried < 10; tried++) await shopper.pay({ number: declined[0]! })
    const eleventh = await shopper.pay({ number: declined[0]! })

    expect(statusAndCode(sixth)).toEqual({ status: 429, code: 'too_many_attempts' })
    expect(sixth.headers.get('Retry-After')).toBe('3600')
    expect(statusAndCode(eleventh)).toEqual({ status: 429, code: 'too_many_attempts' })
  })

  test.each([
    ['4000000000000002', 'card_declined', 'try_again_later'],
    ['4000000000009995', 'insufficient_funds', 'try_again_later'],
    ['4000000000009987', 'card_lost_or_stolen', 'do_not_try_again'],
    ['4000000000000069', 'expired_card', 'do_not_try_again'],
    ['4000000000000127', 'incorrect_cvc', 'try_again_later'],
    ['4000000000000119', 'processing_error', 'try_again_later'],
    ['4100000000000019', 'suspected_fraud', 'do_not_try_again'],
    ['4242424242424241', 'invalid_card_number', 'do_not_try_again'],
    ['4716000000000007', 'card_declined', 'try_again_later'],
  ])('%s is declined with %s', async (number, declineCode, adviceCode) => {
    await service.database.db.deleteFrom('declineCounts').execute()
    const payment = await (await aBuyer(service, plan.id)).pay({ number })

    expect(payment).toMatchObject({
      status: 200,
      body: {
        payment_status: 'DECLINED',
        status_reason: {
          status: 'declined',
          status_reason: { decline_code: declineCode, advice_code: adviceCode, message: expect.any(String) },
        },
        subscription: null,
      },
    })
  })

  test('twenty declines from one address in an hour are the limit', async () => {
    await service.database.db.deleteFrom('declineCounts').execute()
    for (let session = 0; session < 10; session++) {
      const shopper = await aBuyer(service, plan.id)
      for (let tried = 0; tried < 2; tried++) await shopper.pay({ number: '4000000000000002' })
    }

    expect(statusAndCode(await (await aBuyer(service, plan.id)).pay())).toEqual({
      status: 429,
      code: 'too_many_attempts',
    })
    await service.database.db.deleteFrom('declineCounts').execute()
  })

  test('the limit of an address counts the declines of the last hour, not of the clock’s hour', async () => {
    await service.database.db.deleteFrom('declineCounts').execute()
    for (let declined = 0; declined < 20; declined++)
      await (await aBuyer(service, plan.id)).pay({ number: '4000000000000002' })
    const minutesLater = (minutes: number) =>
      service.database.db
        .updateTable('declineCounts')
        .set({ minute: sql`minute - make_interval(mins => ${minutes})` })
        .execute()

    await minutesLater(59)
    const within = await (await aBuyer(service, plan.id)).pay()
    await minutesLater(2)
    const afterwards = await (await aBuyer(service, plan.id)).pay()

    expect([statusAndCode(within).code, statusAndCode(afterwards).code]).toEqual(['too_many_attempts', 'SETTLING'])
    await service.database.db.deleteFrom('declineCounts').execute()
  })

  test('all addresses of one household’s network count as one', async () => {
    await service.database.db.deleteFrom('declineCounts').execute()
    const payFrom = async (address: string, number = '4000000000000002') =>
      statusAndCode(await (await aBuyer(service, plan.id)).pay({ number }, {}, { 'X-Forwarded-For': address })).code
    for (let declined = 1; declined <= 20; declined++) await payFrom(`2001:db8:0:12${declined + 10}::${declined}`)

    const household = await payFrom('2001:db8:0:12ff::1', '4242424242424242')
    const neighbour = await payFrom('2001:db8:0:1300::1', '4242424242424242')

    expect([household, neighbour]).toEqual(['too_many_attempts', 'SETTLING'])
    await service.database.db.deleteFrom('declineCounts').execute()
  })

  test('of thirty tries from one address at the same time, at most twenty are declined', async () => {
    await service.database.db.deleteFrom('declineCounts').execute()
    const shoppers = await Promise.all(Array.from({ length: 30 }, () => aBuyer(service, plan.id)))

    const tried = await Promise.all(shoppers.map((shopper) => shopper.pay({ number: '4000000000000002' })))

    const answers = tried.map((answer) => statusAndCode(answer).code)
    expect(answers.filter((answer) => answer === 'DECLINED').length).toBeLessThanOrEqual(20)
    expect(new Set(answers)).toEqual(new Set(['DECLINED', 'too_many_attempts']))
    const { declines } = await service.database.db
      .selectFrom('declineCounts')
      .select(({ fn }) => fn.sum<number>('declines').as('declines'))
      .executeTakeFirstOrThrow()
    expect(declines).toBe(answers.filter((answer) => answer === 'DECLINED').length)
    await service.database.db.deleteFrom('declineCounts').execute()
  })

  test('thirty tries in one session at the same time run one after the other, and ten in all', async () => {
    await service.database.db.deleteFrom('declineCounts').execute()
    const shopper = await aBuyer(service, plan.id)
    const seen = await shopper.look()

    const tried = await Promise.all(
      Array.from({ length: 30 }, () => shopper.payAsSeen(seen, { number: '4000000000000002' })),
    )

    const answers = tried.map((answer) => statusAndCode(answer).code)
    const declined = answers.filter((answer) => answer === 'DECLINED').length
    expect(declined).toBeGreaterThan(0)
    expect(declined).toBeLessThanOrEqual(10)
    expect(await paymentsOf(shopper.sessionId)).toBe(declined)
    await service.database.db.deleteFrom('declineCounts').execute()
  })

  test('payments of unknown outcome do not count', async () => {
    await service.database.db.deleteFrom('declineCounts').execute()
    const shoppers = await Promise.all(Array.from({ length: 20 }, () => aBuyer(service, plan.id)))
    for (const shopper of shoppers)
      expect(statusAndCode(await shopper.pay({ number: '4000000000006983' })).code).toBe('PENDING')

    expect(statusAndCode(await (await aBuyer(service, plan.id)).pay()).code).toBe('SETTLING')
  })

  test('shoppers at their bank’s challenge do not count', async () => {
    await service.database.db.deleteFrom('declineCounts').execute()
    const shoppers = await Promise.all(Array.from({ length: 21 }, () => aBuyer(service, plan.id)))
    for (const shopper of shoppers)
      expect(statusAndCode(await shopper.pay({ number: '4000000000003220' })).code).toBe('PENDING')

    expect(statusAndCode(await (await aBuyer(service, plan.id)).pay()).code).toBe('SETTLING')
  })

  test('the same request with one key pays once and gets the same answer', async () => {
    const shopper = await aBuyer(service, plan.id)
    const { body: checkout } = await shopper.look()
    const body = {
      payment_method: { type: 'CARD', details: { encrypted: await sealCard(service, shopper.sessionId) } },
      expected: { ...checkout.quote.due_now, quote: checkout.quote.hash },
      consent: aReceipt(checkout),
    }
    const send = (sent: object) =>
      service.send('POST', '/payments', {
        key: checkout.client_token,
        headers: { 'Idempotency-Key': 'one' },
        body: sent,
      })

    const [first, again, other] = [await send(body), await send(body), await send({ ...body, store: true })]

    expect(again.body).toEqual(first.body)
    expect([first, again].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
    expect(statusAndCode(other)).toEqual({ status: 422, code: 'idempotency_key_reused' })
    expect(await paymentsOf(shopper.sessionId)).toBe(1)
  })

  test('a refusal is not stored: the same key may be used for a corrected request', async () => {
    const shopper = await aBuyer(service, plan.id)
    const headers = { 'Idempotency-Key': 'two' }

    const refused = await shopper.pay({}, { expected: { amount: 1, currency: 'EUR', quote: 'x' } }, headers)
    const paid = await shopper.pay({}, {}, headers)

    expect([statusAndCode(refused).status, statusAndCode(paid).code]).toEqual([409, 'SETTLING'])
  })
})
