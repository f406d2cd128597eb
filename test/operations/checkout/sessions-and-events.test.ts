import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan, shopperOf } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase(
  'sessions and events (createClientSession, findClientSession, updateClientSession, findCheckout, findCardKeys, findEvents)',
  (open) => {
    let plan: { id: string }

    const service = useService(open)
    beforeAll(async () => {
      plan = await createPlan(
        service,
        aMonthlyPlan({
          price: {
            default: { amount: 1000, currency: 'EUR' },
            countries: [{ countries: ['US', 'CA'], price: { amount: 1200, currency: 'USD' } }],
          },
          trial_interval: 'days',
          trial_interval_count: 7,
          trial_price: {
            default: { amount: 100, currency: 'EUR' },
            countries: [{ countries: ['US', 'CA'], price: { amount: 150, currency: 'USD' } }],
          },
        }),
      )
    })

    const openSession = async (body: object) => (await service.send('POST', '/client-session', { body })).body
    const session = (country: string | undefined, options: object = {}) =>
      openSession({ customer: { email: 's@example.com', ...(country && { country }) }, plan: { id: plan.id }, options })

    test('an empty body opens an incomplete session for a day', async () => {
      const created = await openSession({})

      expect(created).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        customer: null,
        plan: null,
        subscription: null,
        currency_details: null,
        payment: { metadata: {} },
      })
      expect((Date.parse(created.expiry_date) - Date.now()) / 3_600_000).toBeCloseTo(24, 0)
      expect((await service.send('GET', `/client-session/${created.id}`)).body).toEqual(created)
    })

    test('sessions that are opened at the same time are opened or refused one by one', async () => {
      const { body: customer } = await service.send('POST', '/customers', { body: { email: 'many@example.com' } })
      const bodies = Array.from({ length: 24 }, (_, place) => ({
        customer: place % 4 === 0 ? { id: customer.id } : { email: `shopper-${place}@example.com` },
        plan: { id: place % 3 === 0 ? 'plan_unknown' : plan.id },
        options: { locale: 'de' },
      }))

      const answers = await Promise.all(bodies.map((body) => service.send('POST', '/client-session', { body })))

      for (const [place, { status, body }] of answers.entries()) {
        if (place % 3 === 0) {
          expect([status, body.error.code]).toEqual([404, 'not_found'])
          continue
        }
        const { email } = place % 4 === 0 ? customer : bodies[place]!.customer
        expect(body).toMatchObject({ customer: { email }, plan: { id: plan.id } })
        expect((await service.send('GET', `/client-session/${body.id}`)).body).toEqual(body)
      }
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(17)
    })

    test.each([
      ['DE', { local: 'EUR', rate: 1, payment: 'EUR', amount: 1000, due: 100 }],
      ['US', { local: 'USD', rate: 1, payment: 'USD', amount: 1200, due: 150 }],
      ['CA', { local: 'CAD', rate: null, payment: 'USD', amount: 1200, due: 150 }],
      ['JP', { local: 'JPY', rate: null, payment: 'EUR', amount: 1000, due: 100 }],
      ['IQ', { local: 'IQD', rate: null, payment: 'EUR', amount: 1000, due: 100 }],
      ['CH', { local: 'CHF', rate: null, payment: 'EUR', amount: 1000, due: 100 }],
      ['UA', { local: 'UAH', rate: null, payment: 'EUR', amount: 1000, due: 100 }],
      ['AQ', { local: 'EUR', rate: 1, payment: 'EUR', amount: 1000, due: 100 }],
      [undefined, { local: 'EUR', rate: 1, payment: 'EUR', amount: 1000, due: 100 }],
    ] as const)(
      'a shopper of %s is shown their currency and charged the country’s price',
      async (country, expected) => {
        const { currency_details: details, plan: shown } = await session(country)
        const { local, payment, due_now: due, trial } = details.plan

        expect(payment).toMatchObject({ amount: expected.amount, currency: expected.payment })
        expect(local.currency).toBe(expected.local)
        if (expected.rate !== null)
          expect(local).toMatchObject({ currency_exchange_rate: expected.rate, amount: expected.amount })
        else expect(local.currency_exchange_rate).not.toBe(1)
        expect(due.payment.amount).toBe(expected.due)
        expect(trial.payment.amount).toBe(expected.due)
        expect(shown).toMatchObject({
          amount: expected.amount,
          currency: expected.payment,
          trial: { amount: expected.due, interval: 'days', interval_count: 7 },
        })
      },
    )

    test('a locale changes how money is written, and options can hide the details', async () => {
      const german = await session('US', { locale: 'de-DE' })
      const without = await session('US', { currency_details: false })

      expect(german.currency_details.plan.payment.formatted_amount).toBe('12,00\u00a0$')
      expect(without.currency_details).toBeNull()
    })

    test('a patch merges members, null clears them, metadata merges by key, and the price follows', async () => {
      const created = await openSession({
        customer: { email: 'p@example.com', metadata: { a: 1, b: 2 } },
        plan: { id: plan.id },
        payment: { metadata: { order: 1 } },
      })

      const patched = await service.send('PATCH', `/client-session/${created.id}`, {
        body: { customer: { country: 'US', metadata: { a: null, c: 3 } }, payment: { metadata: { note: 'x' } } },
      })
      const cleared = await service.send('PATCH', `/client-session/${created.id}`, {
        body: { plan: null, customer: { email: null, external_id: 'ext' } },
      })

      expect(patched.body).toMatchObject({
        customer: { email: 'p@example.com', metadata: { b: 2, c: 3 } },
        payment: { metadata: { order: 1, note: 'x' } },
        plan: { currency: 'USD' },
      })
      expect(patched.body.customer.metadata).not.toHaveProperty('a')
      expect(cleared.body).toMatchObject({
        plan: null,
        currency_details: null,
        customer: { email: null, external_id: 'ext' },
      })
    })

    test('an archived plan can still be paid in the sessions that have it', async () => {
      const soon = await createPlan(service)
      const created = await openSession({ customer: { email: 'archived@example.com' }, plan: { id: soon.id } })
      await service.send('PATCH', `/plans/${soon.id}`, { body: { archived: true } })

      const patched = await service.send('PATCH', `/client-session/${created.id}`, {
        body: { payment: { metadata: { still: true } } },
      })
      const paid = await shopperOf(service, created.id).pay()

      expect(patched.status).toBe(200)
      expect(paid.body.payment_status).toBe('SETTLING')
    })

    test('findCheckout answers all that the element needs, in the requested locale, without the merchant’s own members', async () => {
      const created = await session('JP')

      const { body } = await service.send('GET', `/checkout/${created.id}?locale=ja-JP`, { key: null })

      expect(body).toMatchObject({
        purpose: 'subscribe',
        phase: 'open',
        locale: 'ja-JP',
        mode: 'sandbox',
        missing: [],
        client_token: expect.stringMatching(/^ey/),
        merchant: { name: 'Lantern Books' },
        session: { customer: { email: 's•••@example.com', metadata: {} } },
        quote: {
          due_now: { amount: 100, currency: 'EUR' },
          next_charge: { amount: 1000 },
          recurring: { interval: 'months' },
        },
        quote_display: { due_now_local: expect.stringMatching(/[¥￥]/), trial_end: expect.stringContaining('年') },
        consent: { country: 'JP', checkbox_required: false },
        method_kinds: ['CARD', 'PAYPAL', 'VENMO', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY'],
        payment: null,
      })
    })

    test('a page of another origin may not show the checkout', async () => {
      const created = await session('DE')

      const foreign = await service.send('GET', `/checkout/${created.id}`, {
        key: null,
        headers: { Origin: 'https://evil.example' },
      })
      const local = await service.send('GET', `/checkout/${created.id}`, {
        key: null,
        headers: { Origin: 'http://localhost:8080' },
      })

      expect(foreign).toMatchObject({ status: 403, body: { error: { code: 'origin_not_allowed' } } })
      expect(local.status).toBe(200)
      expect(local.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:8080')
      expect((await service.send('GET', '/checkout/nobody', { key: null })).status).toBe(404)
    })

    test('the card keys are public, and contain no private part', async () => {
      const { body } = await service.send('GET', '/card-keys', { key: null })

      expect(body.keys).toMatchObject([{ kty: 'RSA', use: 'enc', alg: 'RSA-OAEP-256' }])
      expect(Object.keys(body.keys[0]).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    })

    test('a purchase writes its events in order, and a reader can continue after any of them', async () => {
      const { key } = await service.addOrganization('Eventful')
      const mine = {
        ...service,
        key,
        send: (method: string, path: string, sent = {}) => service.send(method, path, { key, ...sent }),
      }
      const sold = await createPlan(mine)
      await (await aShopper(mine, { customer: { email: 'event@example.com' }, plan: { id: sold.id } })).pay()

      const { body: all } = await mine.send('GET', '/events')
      const types = all.data.map(({ type }: { type: string }) => type)
      const { body: rest } = await mine.send('GET', `/events?after=${all.data[1].id}&limit=2`)
      const { body: filtered } = await mine.send('GET', '/events?type=subscription.created')
      const typesAt = async (query: string) =>
        (await mine.send('GET', `/events?${query}`)).body.data.map(({ type }: { type: string }) => type)

      expect(types).toEqual([
        'customer.created',
        'payment.created',
        'payment_method.attached',
        'subscription.created',
        'payment.updated',
      ])
      expect(rest.data).toEqual(all.data.slice(2, 4))
      expect(rest.meta).toEqual({ limit: 2, has_more: true })
      expect(filtered.data).toMatchObject([{ data: { object: { status: 'active' } } }])
      const paymentId = all.data[1].data.object.id
      expect(await typesAt(`object=${paymentId}`)).toEqual(['payment.created', 'payment.updated'])
      expect(await typesAt(`object=${paymentId}&after=${all.data[1].id}`)).toEqual(['payment.updated'])
      expect(await typesAt(`object=${paymentId}&type=payment.created`)).toEqual(['payment.created'])
      expect((await service.send('GET', `/events?object=${paymentId}`)).body.data).toEqual([])
      expect(await typesAt('type_in=payment.updated,customer.created')).toEqual(['customer.created', 'payment.updated'])
      expect(await typesAt('type=payment.updated,customer.created')).toEqual(['customer.created', 'payment.updated'])
      expect(await typesAt('type=payment.updated&type_in=payment.updated,customer.created')).toEqual([
        'payment.updated',
      ])
      expect(await typesAt('type=payment.updated&type_in=customer.created')).toEqual([])
      expect((await service.send('GET', `/events?after=${all.data[0].id}`)).body.error.code).toBe('not_found')
    })
  },
)
