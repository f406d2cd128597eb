import { expect, test } from 'vitest'
import type { StoredEmail } from '#server/emails/stored-mailer.ts'
import { deleteExpiredJob } from '#server/jobs/retention-jobs.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, shopperOf } from '../../support/stories/shopper.ts'
import {
  aScriptedProcessor,
  aSubscriber,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'

const settings = { emails: 'send', display_name: 'Folio' }

describeEachDatabase('recovery links', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor, settings }
  })

  /** A subscription whose renewal was declined. */
  const aDebtor = async () => {
    await endAllSubscriptions(service)
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    processor.script.push('decline')
    await moveClock(service, 'P1M')
    return subscriber
  }
  const linkOf = async ({ id }: { readonly id: string }): Promise<string> =>
    (await service.send('POST', `/subscriptions/${id}/recovery-link`)).body.url
  /** The links in the emails about a declined renewal, the oldest first. Text and HTML contain the same link. */
  const linksInEmails = async ({ id }: { readonly id: string }): Promise<readonly string[]> => {
    const emails = await service.database.db
      .selectFrom('storedEmails')
      .innerJoin('emails', 'emails.id', 'storedEmails.id')
      .select('message')
      .where('emails.subscriptionId', '=', id)
      .where('emails.kind', '=', 'payment_failed')
      .orderBy('emails.id')
      .execute()
    return emails.map(({ message }) => {
      const { text, html } = message as StoredEmail
      const [url] = /http:\S+\/pay\/recovery\/[0-9a-f]{40}/.exec(text)!
      expect(html).toContain(`href="${url}"`)
      return url
    })
  }
  /** Opens the page as a browser does. */
  const get = (url: string) => fetch(url, { redirect: 'manual' })
  const tokenIn = (html: string): string => /name="token" value="([^"]+)"/.exec(html)![1]!
  const press = async (url: string, token: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams({ token }) })
  /** Presses the button on the link's page. Returns the id of the session that this opens. */
  const follow = async (url: string): Promise<string> => {
    const answer = await press(url, tokenIn(await (await get(url)).text()))
    return answer.headers.get('location')!.replace('/pay/', '')
  }
  const countSessions = async () => (await service.send('GET', '/client-session')).body.meta.total as number

  test('a customer who follows the link in the email pays what is owed with another card', async () => {
    const debtor = await aDebtor()
    await moveClock(service, 'PT1M')
    const [url] = await linksInEmails(debtor)

    const shopper = shopperOf(service, await follow(url!))
    const { body: checkout } = await shopper.look()
    const { body: payment } = await shopper.pay({ exp_year: 2090 })

    expect(checkout).toMatchObject({ purpose: 'recover', phase: 'open', payment_methods: [] })
    expect(checkout.subscription.method).toBeNull()
    expect(payment).toMatchObject({ payment_status: 'SETTLING', amount: 999 })
    expect(await debtor.subscription()).toMatchObject({ status: 'active', past_due: null })
  })

  test('the page shows plan, amount and masked address, and opens no session before the button is pressed', async () => {
    const debtor = await aDebtor()
    const { email } = (await service.send('GET', `/customers/${debtor.customerId}`)).body
    const url = await linkOf(debtor)
    const before = await countSessions()
    const page = await get(url)
    const html = await page.text()

    expect(page.status).toBe(200)
    expect(html).toContain('€9.99')
    expect(html).toContain('Reader')
    expect(html).toContain('Folio')
    expect(html).not.toContain(email)
    expect(html).not.toContain('4242')
    expect(await countSessions()).toBe(before)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining(`frame-ancestors 'none'`),
    })
  })

  test('each press of the button opens a session of its own, up to fifty', async () => {
    const url = await linkOf(await aDebtor())
    const sessions = await Promise.all([follow(url), follow(url), follow(url)])
    await service.database.db.updateTable('recoveryLinks').set({ uses: 49 }).execute()
    const last = await follow(url)

    expect(new Set([...sessions, last]).size).toBe(4)
    expect((await get(url)).status).toBe(404)
  })

  test('two people who pay through one link at the same time are charged once, and neither sees the other’s card', async () => {
    const debtor = await aDebtor()
    const url = await linkOf(debtor)
    const shoppers = await Promise.all([0, 1].map(async () => shopperOf(service, await follow(url))))
    const seen = await Promise.all(shoppers.map((shopper) => shopper.look()))
    const answers = await Promise.all(
      shoppers.map((shopper, index) => shopper.payAsSeen(seen[index]!, { exp_year: 2090 })),
    )
    const views = await Promise.all(shoppers.map(async (shopper) => (await shopper.look()).body))

    expect(answers.filter(({ body }) => body.payment_status === 'SETTLING')).toHaveLength(1)
    expect(views.map(({ phase }) => phase).toSorted()).toEqual(['completed', 'expired'])
    expect(views.find(({ phase }) => phase === 'expired').payment).toBeNull()
    expect(await debtor.subscription()).toMatchObject({ status: 'active' })
  })

  test('a token of an ended recovery session changes nothing, and cannot undo a cancellation', async () => {
    const debtor = await aDebtor()
    const shopper = shopperOf(service, await follow(await linkOf(debtor)))
    const { body: seen } = await shopper.look()
    const elsewhere = await service.send('POST', '/client-session', { body: { subscription: { id: debtor.id } } })
    await shopperOf(service, elsewhere.body.id).pay({ exp_year: 2090 })
    await service.send('POST', `/subscriptions/schedule-cancel/${debtor.id}`)
    const resume = await service.send('PATCH', '/subscriptions', {
      key: seen.client_token,
      body: {
        subscription: { id: debtor.id, status: 'active' },
        consent: { text: 'Go on', locale: 'en', version: seen.consent.version, at: seen.now.wall },
      },
    })

    expect(resume.body.error.code).toBe('insufficient_permission')
    expect(await debtor.subscription()).toMatchObject({ status: 'scheduled_for_cancellation' })
  })

  test('a customer with a link cannot set an address that tax does not need', async () => {
    const debtor = await aDebtor()
    const id = await follow(await linkOf(debtor))
    const { body: checkout } = await shopperOf(service, id).look()
    const answer = await service.send('PATCH', `/checkout/${id}`, {
      key: checkout.client_token,
      body: { country: 'US', state: 'OR' },
    })

    expect(answer.body.error.code).toBe('insufficient_permission')
  })

  test('a replaced link ends the sessions that it has opened', async () => {
    const debtor = await aDebtor()
    const shopper = shopperOf(service, await follow(await linkOf(debtor)))
    const seen = await shopper.look()
    await linkOf(debtor)

    expect((await shopper.payAsSeen(seen, { exp_year: 2090 })).body.error.code).toBe('session_expired')
    expect(await debtor.subscription()).toMatchObject({ status: 'past_due' })
  })

  test.each([
    ['a body of 2 kB', { 'Content-Type': 'application/x-www-form-urlencoded' }, `token=${'x'.repeat(2000)}`],
    ['an unknown encoding', { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'foo' }, 'a=1'],
    ['an unknown character set', { 'Content-Type': 'application/x-www-form-urlencoded; charset=foo' }, 'a=1'],
  ])('a form with %s is refused as the sender’s fault', async (_, headers, body) => {
    const answer = await fetch(await linkOf(await aDebtor()), { method: 'POST', headers, body, redirect: 'manual' })

    expect(answer.status).toBe(400)
  })

  test('the links of two emails about one debt charge the debt once', async () => {
    const debtor = await aDebtor()
    processor.script.push('decline')
    await moveClock(service, 'P1D')
    await moveClock(service, 'PT1M')
    const [first, second] = await Promise.all(
      (await linksInEmails(debtor)).map(async (url) => shopperOf(service, await follow(url))),
    )
    const seen = await second!.look()
    const paid = await first!.pay({ exp_year: 2090 })
    const late = await second!.payAsSeen(seen, { exp_year: 2090 })

    expect(paid.body).toMatchObject({ payment_status: 'SETTLING', amount: 999 })
    expect(late.body.error.code).toBe('session_expired')
    expect((await second!.look()).body).toMatchObject({ phase: 'expired', client_token: null })
    expect((await debtor.payments()).map(({ payment_status }: { payment_status: string }) => payment_status)).toEqual([
      'SETTLED',
      'DECLINED',
      'DECLINED',
      'SETTLING',
    ])
  })

  const ends: Readonly<Record<string, (debtor: { readonly id: string }) => Promise<unknown>>> = {
    'when it is replaced': (debtor) => linkOf(debtor),
    'when the subscription ends': ({ id }) => service.send('POST', `/subscriptions/cancel/${id}`),
    'when the next try is approved': () => moveClock(service, 'P3D'),
    'with a later debt': async () => {
      await moveClock(service, 'P3D')
      processor.script.push('decline')
      await moveClock(service, 'P1M')
    },
    'after 30 days': () =>
      service.database.db.updateTable('recoveryLinks').set({ expiresAt: '2020-01-01T00:00:00Z' }).execute(),
  }
  test.each(Object.keys(ends))('a link ends %s, and then shows the page of an unknown link', async (when) => {
    const debtor = await aDebtor()
    const url = await linkOf(debtor)
    const token = tokenIn(await (await get(url)).text())
    await ends[when]!(debtor)
    const before = await countSessions()

    const [page, pressed] = [await get(url), await press(url, token)]
    const unknown = await get(url.replace(/[0-9a-f]{40}$/, '0'.repeat(40)))

    expect([page.status, pressed.status, unknown.status]).toEqual([404, 404, 404])
    expect(await page.text()).toBe(await unknown.text())
    expect(await countSessions()).toBe(before)
  })

  test('ended links are deleted', async () => {
    await linkOf(await aDebtor())
    await service.database.db.updateTable('recoveryLinks').set({ expiresAt: '2020-01-01T00:00:00Z' }).execute()
    await deleteExpiredJob(service.billing).run()

    expect(await service.database.db.selectFrom('recoveryLinks').select('id').execute()).toEqual([])
  })

  test('the database stores no link, and a repeated request gets the same link', async () => {
    const debtor = await aDebtor()
    const ask = () =>
      service.send('POST', `/subscriptions/${debtor.id}/recovery-link`, { headers: { 'Idempotency-Key': debtor.id } })
    const [first, again] = [await ask(), await ask()]
    const token = /[0-9a-f]{40}$/.exec(first.body.url)![0]
    const rows = await Promise.all(
      (['recoveryLinks', 'idempotencyKeys', 'auditEntries', 'events'] as const).map((table) =>
        service.database.db.selectFrom(table).selectAll().execute(),
      ),
    )

    expect(again.body).toEqual(first.body)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await get(first.body.url)).status).toBe(200)
  })

  test.each([
    ['another site posts it', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling site posts it', { 'Sec-Fetch-Site': 'same-site' }],
    ['its page has no origin', { Origin: 'null' }],
    ['its page has another origin', { Origin: 'https://evil.example' }],
  ])('a form is shown again if %s', async (_, headers) => {
    const url = await linkOf(await aDebtor())
    const before = await countSessions()
    const answer = await press(url, tokenIn(await (await get(url)).text()), headers)

    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(url).pathname])
    expect(await countSessions()).toBe(before)
  })

  test('a form without a token, with an old one, or with that of another page is shown again', async () => {
    const url = await linkOf(await aDebtor())
    const own = tokenIn(await (await get(url)).text())
    const other = tokenIn(await (await get(await linkOf(await aDebtor()))).text())
    const old = own.replace(/^\d+/, '1')
    const before = await countSessions()

    for (const token of ['', 'x', other, old, `${own}x`, own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
      const answer = await press(url, token)
      expect([token, answer.status, answer.headers.get('location')]).toEqual([token, 303, new URL(url).pathname])
    }
    expect(await countSessions()).toBe(before)
  })
})
