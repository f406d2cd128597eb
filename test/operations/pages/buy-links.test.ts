import { locales } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import { archiveOrganization } from '#server/organization/archive-organization.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, anEmail, createPlan, type Shopper, shopperOf } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

const settings = { display_name: 'Folio', allowed_origins: ['https://shop.example'], declines_per_address: 1000 }

describeEachDatabase('the page of a payment link', (open) => {
  const service = useService(open, () => ({ settings }))

  const aLink = async (members: object = {}, plan: object = {}) => {
    const { id } = await createPlan(service, aMonthlyPlan(plan))
    return (await service.send('POST', '/payment-links', { body: { plan: { id }, ...members } })).body
  }
  const change = (id: string, body: object) => service.send('PATCH', `/payment-links/${id}`, { body })
  const usesOf = async (id: string) => (await service.send('GET', `/payment-links/${id}`)).body.uses as number
  const get = (url: string, locale = 'en') => fetch(url, { redirect: 'manual', headers: { 'Accept-Language': locale } })
  const tokenIn = (html: string): string => /name="token" value="([^"]+)"/.exec(html)![1]!
  const press = async (url: string, email: string, headers: Readonly<Record<string, string>> = {}) => {
    const token = tokenIn(await (await get(url)).text())
    return fetch(url, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams({ token, email }) })
  }
  /** Types an address into the page of the link. Returns the shopper of the session that this opens. */
  const follow = async (url: string, email = anEmail()): Promise<Shopper> =>
    shopperOf(service, (await press(url, email)).headers.get('location')!.replace('/pay/', ''))
  const countSessions = async () => (await service.send('GET', '/client-session')).body.meta.total as number

  test('a shopper types an address, buys the plan, and is a new customer with it', async () => {
    const { id, url } = await aLink({ return_url: 'https://shop.example/thanks' })
    const email = anEmail()
    const shopper = await follow(url, email)
    const page = await (await get(url.replace(/buy.*/, `pay/${shopper.sessionId}`))).text()
    const { body: checkout } = await shopper.look()
    const { body: payment } = await shopper.pay()

    expect(page).toContain('href="https://shop.example/thanks"')
    expect(checkout).toMatchObject({ purpose: 'subscribe', phase: 'open', payment_methods: [] })
    expect(payment).toMatchObject({ payment_status: 'SETTLING', amount: 999 })
    expect((await service.send('GET', `/customers/${payment.customer.id}`)).body.email).toBe(email)
    expect(await usesOf(id)).toBe(1)
  })

  test('a link with a quantity and a discount shows and charges both, and sells nothing once the discount is used up', async () => {
    const spring = { name: 'Spring <b>', percent_off: 20, duration: 'periods', periods: 3, max_redemptions: 1 }
    const { body: discount } = await service.send('POST', '/discounts', { body: spring })
    const { id: plan } = await createPlan(service, aMonthlyPlan({ quantity: { min: 1, max: 10 } }))
    const body = { plan: { id: plan, quantity: 2 }, discount: { id: discount.id } }
    const { url } = (await service.send('POST', '/payment-links', { body })).body
    const html = await (await get(url)).text()

    const shopper = await follow(url)
    const { body: checkout } = await shopper.look()
    const { body: payment } = await shopper.pay()
    const { body: subscription } = await service.send('GET', `/subscriptions/${payment.subscription.id}`)

    for (const text of ['2 × Reader', '€19.98', 'Spring &#60;b&#62;', '3 × −€4.00']) expect(html).toContain(text)
    expect(checkout).toMatchObject({ quote: { due_now: { amount: 1598 } }, discount: { name: spring.name } })
    expect(payment).toMatchObject({ amount: 1598, payment_status: 'SETTLING' })
    expect(subscription).toMatchObject({ quantity: 2, discount: { id: discount.id, periods_left: 2 } })
    const over = await get(url)
    expect(over.status).toBe((await get(url.replace(/link_.*/, 'link_nobody'))).status)
    expect(await over.text()).not.toContain('Reader')
    expect((await service.send('GET', `/subscriptions?discount_id=${discount.id}`)).body.data).toEqual([subscription])
    expect((await service.send('GET', `/subscriptions?plan_id=${plan}&quantity=2`)).body.data).toEqual([subscription])
    expect((await service.send('GET', `/subscriptions?plan_id=${plan}&quantity=1`)).body.data).toEqual([])
  })

  test('the page shows merchant, plan and price, and opens no session before the button is pressed', async () => {
    const trial = { trial_interval: 'days', trial_interval_count: 14 }
    const { url } = await aLink({}, { name: 'Reader <b>', ...trial })
    const before = await countSessions()
    const page = await get(url)
    const html = await page.text()

    expect(page.status).toBe(200)
    for (const text of ['Folio', 'Reader &#60;b&#62;', '€9.99', 'every month', 'Trial for 14 days', '€0.00'])
      expect(html).toContain(text)
    expect(html).not.toContain('<script')
    expect(await countSessions()).toBe(before)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining(`form-action 'self'`),
    })
  })

  test('the page is written in every language and its direction', async () => {
    const { url } = await aLink()
    const bodies = await Promise.all(locales.map(async (locale) => (await get(url, locale)).text()))

    expect(bodies.map((html) => /<html lang="([^"]+)"/.exec(html)![1])).toEqual([...locales])
    expect(bodies[locales.indexOf('ar')]).toContain('dir="rtl"')
  })

  test.each([
    ['nothing', ''],
    ['no address', 'mina'],
    ['an address with a line break', 'mina@example.com\r\nBcc: all@example.com'],
    ['10,000 characters', `${'m'.repeat(10_000)}@example.com`],
    ['markup', '"><script>alert(1)</script>'],
  ])('%s as the address shows the form again with the fault and the typed text', async (_, typed) => {
    const { url } = await aLink()
    const before = await countSessions()
    const answer = await press(url, typed)
    const html = await answer.text()

    expect(answer.status).toBe(400)
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('Enter a valid email address')
    expect(html).toContain(` value="${typed.slice(0, 4).replaceAll('"', '&#34;').replaceAll('>', '&#62;').slice(0, 4)}`)
    expect(html).not.toContain('<script')
    expect(await countSessions()).toBe(before)
  })

  test('a form that another site posts opens no session', async () => {
    const { url } = await aLink()
    const before = await countSessions()
    const answer = await press(url, anEmail(), { Origin: 'https://other.example' })

    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(url).pathname])
    expect(await countSessions()).toBe(before)
  })

  test('links that are inactive, expired, used up, unknown or of an archived plan or organization look the same', async () => {
    const [inactive, expired, ofArchivedPlan] = [
      await aLink(),
      await aLink({ expires_at: '2001-01-01' }),
      await aLink(),
    ]
    const usedUp = await aLink({ max_uses: 1 })
    await (await follow(usedUp.url)).pay()
    await change(inactive.id, { active: false })
    await service.send('PATCH', `/plans/${ofArchivedPlan.plan.id}`, { body: { archived: true } })
    const other = await service.addOrganization('Closed shop')
    const { body: plan } = await service.send('POST', '/plans', { key: other.key, body: aMonthlyPlan() })
    const { body: theirs } = await service.send('POST', '/payment-links', {
      key: other.key,
      body: { plan: { id: plan.id } },
    })
    await archiveOrganization(service.database.db, other.organizationId, new Date().toISOString())
    const urls = [inactive, expired, ofArchivedPlan, usedUp, theirs].map(({ url }) => url as string)
    const unknown = urls[0]!.replace(/.{12}$/, '000000000000')
    const pages = await Promise.all([...urls, unknown, urls[0]!.replace(/link_.*/, 'nobody')].map((url) => get(url)))
    const bodies = await Promise.all(pages.map((page) => page.text()))

    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 404))
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).not.toContain('Folio')
  })

  test('a declined payment gives its use back, and a failed settlement does not', async () => {
    const { id, url } = await aLink({ max_uses: 2 })
    const shopper = await follow(url)
    const declined = await shopper.pay({ number: '4000000000000002' })
    const afterDecline = await usesOf(id)
    await shopper.pay({ number: '4000000000000010' })
    await moveClock(service, 'P2D')

    expect(declined.body.payment_status).toBe('DECLINED')
    expect([afterDecline, await usesOf(id)]).toEqual([0, 1])
  })

  test('a payment that waits for its shopper holds the last use until it is cancelled', async () => {
    const { id, url } = await aLink({ max_uses: 1 })
    const [first, second] = [await follow(url), await follow(url)]
    const seen = await second.look()
    const { body: pending } = await first.pay({ number: '4000000000003220' })
    const refused = await second.payAsSeen(seen)
    const [own, other] = [(await first.look()).body, (await second.look()).body]

    expect(pending.payment_status).toBe('PENDING')
    expect(refused.body.error.code).toBe('session_expired')
    expect([own.phase, other.phase, (await get(url)).status]).toEqual(['processing', 'expired', 404])
    await moveClock(service, 'P2D')
    expect((await service.send('GET', `/payments/${pending.id}`)).body.payment_status).toBe('CANCELLED')
    expect(await usesOf(id)).toBe(0)
  })

  test('a link that is switched off ends its open sessions', async () => {
    const { id, url } = await aLink()
    const shopper = await follow(url)
    const seen = await shopper.look()
    await change(id, { active: false })
    const { body } = await shopper.payAsSeen(seen)

    expect(body.error.code).toBe('session_expired')
    expect((await shopper.look()).body.phase).toBe('expired')
  })

  test('an address that has had the trial is shown the full price from the start', async () => {
    const { url } = await aLink({}, { trial_interval: 'days', trial_interval_count: 14 })
    const email = anEmail()
    const { body: first } = await (await follow(url, email)).pay()
    await service.send('POST', `/subscriptions/cancel/${first.subscription.id}`)
    const { body: again } = await (await follow(url, email.toUpperCase())).look()

    expect([first.amount, again.quote.due_now.amount]).toEqual([0, 999])
  })

  test('of 40 shoppers who pay for the last 5 uses at the same time, exactly 5 are charged', async () => {
    const { id, url } = await aLink({ max_uses: 5 })
    const shoppers = await Promise.all(Array.from({ length: 40 }, () => follow(url)))
    const seen = await Promise.all(shoppers.map((shopper) => shopper.look()))
    const answers = await Promise.all(shoppers.map((shopper, place) => shopper.payAsSeen(seen[place]!)))
    const paid = answers.filter(({ body }) => body.payment_status === 'SETTLING')
    const refused = answers.filter(({ body }) => body.error?.code === 'session_expired')

    expect([paid.length, refused.length]).toEqual([5, 35])
    expect(await usesOf(id)).toBe(5)
  })

  test('a link whose payments are nearly all declined pauses itself, and sells again when it is switched on', async () => {
    const { id, url } = await aLink()
    const show = async () => (await service.send('GET', `/payment-links/${id}`)).body
    const eventsOf = async () =>
      (await service.send('GET', '/events?type=payment_link.paused&limit=1000')).body.data.filter(
        (event: { data: { object: { id: string } } }) => event.data.object.id === id,
      )
    const pay = (count: number, number: string) =>
      Promise.all(Array.from({ length: count }, async () => (await follow(url)).pay({ number })))
    const late = await follow(url)
    const seen = await late.look()
    await pay(5, '4242424242424242')
    await pay(19, '4000000000000002')
    await moveClock(service, 'PT1M')
    expect(await show()).toMatchObject({ active: true, paused_at: null, uses: 5 })

    await pay(1, '4000000000000002')
    expect((await late.payAsSeen(seen)).body.error.code).toBe('session_expired')
    await moveClock(service, 'PT1M')
    const paused = await show()
    expect(paused).toMatchObject({ active: false, uses: 5, paused_at: paused.updated_at })
    expect(await eventsOf()).toMatchObject([{ data: { object: paused } }])

    expect((await change(id, { active: true })).body).toMatchObject({ active: true, paused_at: null })
    await pay(3, '4000000000000002')
    await moveClock(service, 'PT1M')
    expect((await (await follow(url)).pay()).body.payment_status).toBe('SETTLING')
    expect(await eventsOf()).toHaveLength(1)
  })
})
