import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { queryReference } from '#server/billing/attempts/query-processor.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const challenged = '4000000000003220'
const challengedMastercard = '5555555555553222'
const challengedThenDeclined = '4000008400001629'

describeUsualDatabase('3-D Secure', (open) => {
  let planId: string

  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })

  /** A payment whose shopper has a challenge to answer, and the pages on which they answer. */
  const aChallenge = async (number = challenged) => {
    const shopper = await aBuyer(service, planId)
    const { body: payment } = await shopper.pay({ number })
    return { shopper, payment, pages: actionPages(service, payment.next_action.url) }
  }
  const find = async (id: string) => (await service.send('GET', `/payments/${id}`)).body
  const afterMinutes = (minutes: number) =>
    completeAttempts(
      { ...service.billing, wallClock: () => new Date(Date.now() + minutes * 60_000).toISOString() },
      { aheadSeconds: minutes * 60 },
    )
  const ledger = async (paymentId: string) => {
    const { processorKey } = await service.database.db
      .selectFrom('attempts')
      .select('processorKey')
      .where('paymentId', '=', paymentId)
      .where('kind', 'in', ['authorize', 'verify'])
      .executeTakeFirstOrThrow()
    return { reference: processorKey, outcome: await service.billing.processors.defaultProcessor.lookUp(processorKey) }
  }

  test('a challenged payment waits, and only the shopper gets the challenge’s address', async () => {
    const { shopper, payment } = await aChallenge()

    const { body: checkout } = await shopper.look()
    const asked = await service.send('GET', `/payments/${payment.id}`, { key: checkout.client_token })

    expect(payment).toMatchObject({
      payment_status: 'PENDING',
      next_action: { type: 'three_d_secure', url: expect.stringContaining(`${service.url}/actions/`) },
      three_d_secure: { status: 'challenge_required', authentication_flow: 'challenge', version: '2.2.0' },
      subscription: null,
    })
    expect(checkout).toMatchObject({ phase: 'processing', payment: { next_action: payment.next_action } })
    expect(asked.body.next_action).toEqual(payment.next_action)
    expect(await find(payment.id)).not.toHaveProperty('next_action')
  })

  test.each([
    ['de', 'ltr', 'Bestätigen Sie', 'Sie können jetzt zum Shop zurückkehren'],
    ['ar-EG', 'rtl', 'يُرجى تأكيد دفع', 'العودة إلى المتجر'],
    ['ja', 'ltr', 'のお支払いを確認してください', 'ショップにお戻りください'],
    ['zh-TW', 'ltr', '的卡片確認支付', '您現在可以返回商店'],
    ['tlh', 'ltr', 'Confirm', 'You can go back'],
  ])('a bank’s page is in the language of the checkout (%s)', async (locale, dir, question, farewell) => {
    const shopper = await aBuyer(service, planId, { options: { locale } })
    const { body: payment } = await shopper.pay({ number: challenged })
    const pages = actionPages(service, payment.next_action.url)
    const { challenge, html } = await pages.open()
    const asked = await (await fetch(new URL(challenge, service.url))).text()
    await pages.answer('passed')
    const { html: thanks } = await pages.comeBack()

    const language = `<html lang="${locale === 'tlh' ? 'en' : locale}" dir="${dir}">`
    for (const page of [html, asked, thanks]) expect(page).toContain(language)
    expect(asked).toContain(question)
    expect(thanks).toContain(farewell)
  })

  test.each([
    [challenged, '05'],
    [challengedMastercard, '02'],
  ])(
    'a shopper who passes the challenge of %s has paid, and the issuer bears the liability (indicator %s)',
    async (number, value) => {
      const { shopper, payment, pages } = await aChallenge(number)

      const back = await pages.answer('passed')
      const page = await pages.comeBack()
      const { body: checkout } = await shopper.look()

      expect(back).toEqual({ status: 303, location: `${payment.next_action.url}/return` })
      expect(page.status).toBe(200)
      expect(checkout).toMatchObject({ phase: 'completed', payment: { id: payment.id } })
      expect(await find(payment.id)).toMatchObject({
        payment_status: 'SETTLING',
        subscription: { status: 'active' },
        three_d_secure: {
          status: 'authenticated',
          authentication_flow: 'challenge',
          transaction_id: payment.three_d_secure.transaction_id,
          electronic_commerce_indicator: { value, liability_shift: true, result: 'authenticated' },
        },
      })
    },
  )

  test('a shopper who passes is charged even if they never come back', async () => {
    const { payment, pages } = await aChallenge()

    await pages.answer('passed')

    expect((await find(payment.id)).payment_status).toBe('SETTLING')
  })

  test.each([
    ['failed', 'DECLINED', 'authentication_failed'],
    ['cancelled', 'CANCELLED', 'authentication_abandoned'],
  ] as const)(
    'a challenge that is %s leaves the payment %s, and another try is possible',
    async (answer, status, code) => {
      const { shopper, payment, pages } = await aChallenge()

      await pages.answer(answer)
      const after = await find(payment.id)
      const again = await shopper.pay()

      expect(after).toMatchObject({
        payment_status: status,
        subscription: null,
        status_reason: { status_reason: { decline_code: code } },
        three_d_secure: {
          status: 'failed',
          electronic_commerce_indicator: { value: '07', liability_shift: false, result: 'not_authenticated' },
        },
      })
      expect(again.body).toMatchObject({ payment_status: 'SETTLING' })
    },
  )

  test('a card can be declined after its challenge, although its holder is authenticated', async () => {
    const { payment, pages } = await aChallenge(challengedThenDeclined)

    await pages.answer('passed')

    expect(await find(payment.id)).toMatchObject({
      payment_status: 'DECLINED',
      status_reason: { status_reason: { decline_code: 'card_declined' } },
      three_d_secure: { status: 'authenticated' },
    })
  })

  test('cancelling on the page around the challenge cancels the payment, and the bank accepts no answer after that', async () => {
    const { payment, pages } = await aChallenge()

    await pages.cancel()
    await pages.answer('passed')

    expect((await find(payment.id)).payment_status).toBe('CANCELLED')
    expect((await ledger(payment.id)).outcome).toMatchObject({ kind: 'abandoned' })
  })

  test('a challenge waits for its shopper for at most ten minutes', async () => {
    const { payment, pages } = await aChallenge()

    await afterMinutes(9)
    const nine = await find(payment.id)
    await afterMinutes(11)
    await pages.answer('passed')

    expect(nine.payment_status).toBe('PENDING')
    expect(await find(payment.id)).toMatchObject({
      payment_status: 'CANCELLED',
      status_reason: { status: 'cancelled', status_reason: { decline_code: 'authentication_abandoned' } },
      three_d_secure: { status_reason: 'The cardholder did not answer the challenge in time.' },
    })
  })

  test('an answer without a notification is found at the time-out', async () => {
    const { payment, pages } = await aChallenge()
    const { challenge } = await pages.open()
    await service.database.db
      .updateTable('sandboxProcessor.confirmations')
      .set({ state: 'passed' })
      .where('id', '=', new URL(challenge, service.url).pathname.split('/').at(-1)!)
      .execute()

    await afterMinutes(11)

    expect((await find(payment.id)).payment_status).toBe('SETTLING')
  })

  test('the first answer counts, however many arrive and contradict it', async () => {
    const { payment, pages } = await aChallenge()

    await Promise.all([pages.answer('passed'), pages.answer('passed'), pages.answer('failed'), pages.comeBack()])
    await pages.answer('cancelled')
    const { reference, outcome } = await ledger(payment.id)
    await queryReference(service.billing, 'sandbox', reference)
    const { body: events } = await service.send('GET', '/events?limit=1000')

    const { payment_status: status } = await find(payment.id)
    expect(status).toBe(outcome?.kind === 'approved' ? 'SETTLING' : 'DECLINED')
    const updates = events.data.filter(
      (event: { type: string; data: { object: { id: string; payment_status: string } } }) =>
        event.data.object.id === payment.id && event.data.object.payment_status === status,
    )
    expect(updates).toHaveLength(1)
  })

  test('a notification before the first answer changes nothing', async () => {
    const { payment } = await aChallenge()
    const { reference } = await ledger(payment.id)

    await queryReference(service.billing, 'sandbox', reference)
    await queryReference(service.billing, 'sandbox', 'a reference of nobody')

    expect((await find(payment.id)).payment_status).toBe('PENDING')
  })

  test('a query that a processor appends to the return address is removed before any page, and is not logged', async () => {
    const { payment } = await aChallenge()
    const address = `${String(payment.next_action.url)}/return`

    const response = await fetch(`${address}?payment_intent_client_secret=pi_1_secret_x`, { redirect: 'manual' })

    expect([response.status, response.headers.get('location')]).toEqual([303, new URL(address).pathname])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).not.toContain('secret')
    expect(service.logged.filter((line) => line.includes('pi_1_secret_x'))).toEqual([])
    expect((await find(payment.id)).payment_status).toBe('PENDING')
  })

  test('an issuer that refuses frames is opened in a window by a direct redirect', async () => {
    const { payment } = await aChallenge()

    const response = await fetch(`${String(payment.next_action.url)}?window=1`, { redirect: 'manual' })

    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/sandbox\/issuer\//),
    ])
  })

  test.each([
    ['an unknown action', '/actions/00000000-0000-4000-8000-000000000000', 404],
    ['an invalid action id', '/actions/%27%20or%201=1', 404],
    ['an unknown challenge', '/sandbox/issuer/00000000-0000-4000-8000-000000000000', 404],
  ])('%s is a page that says there is nothing to confirm', async (_, path, status) => {
    const response = await fetch(`${service.url}${path}`)

    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining('nothing to confirm')])
  })

  test('an invalid answer is refused, and the challenge stays open', async () => {
    const { payment, pages } = await aChallenge()
    const { challenge } = await pages.open()

    const response = await fetch(`${service.url}${challenge}`, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'approved' }),
    })

    expect(response.status).toBe(400)
    expect((await find(payment.id)).payment_status).toBe('PENDING')
  })

  test("the bank's page runs in a sandbox, and only the merchant's pages can frame the page around it", async () => {
    const { pages } = await aChallenge()

    const { headers, challenge } = await pages.open()
    const bank = await fetch(`${service.url}${challenge}`)

    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors http:\/\/localhost:\*/)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    expect(bank.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-forms allow-scripts; default-src 'none'; script-src 'sha256-[^']+';/,
    )
  })

  test('a repeated request gets the same challenge', async () => {
    const shopper = await aBuyer(service, planId)
    const { body: checkout } = await shopper.look()
    const headers = { 'Idempotency-Key': 'one-challenge' }
    const first = await shopper.pay({ number: challenged }, {}, headers)

    const { body: payments } = await service.send('GET', `/payments?payment_status_set=${first.body.customer.id}`)

    expect(checkout.phase).toBe('open')
    expect(payments.meta.total).toBe(1)
    expect(first.body.next_action.type).toBe('three_d_secure')
  })
})
