import { locales, addSeconds } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, anEmail } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describeEachDatabase('the pages on which consumers cancel and withdraw', (open) => {
  const service = useService(open, () => ({ settings: { display_name: 'Folio', emails: 'send' } }))
  const pageOf = (kind = 'cancel', organization = service.organizationId) => `${service.url}/o/${organization}/${kind}`
  const get = (url: string, locale = 'en') => fetch(url, { headers: { 'Accept-Language': locale } })
  const post = (
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => fetch(url, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
  const hiddenIn = (html: string): Record<string, string> =>
    Object.fromEntries(
      [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
      ]),
    )
  /** Fills in the first step. Returns the form data that the second step would send. */
  const fillIn = async (url: string, typed: Readonly<Record<string, string>>) => {
    const first = hiddenIn(await (await get(url)).text())
    const review = await post(url, { ...first, ...typed })
    return { review, html: await review.clone().text(), fields: hiddenIn(await review.text()) }
  }
  const declare = async (kind: string, typed: Readonly<Record<string, string>>) => {
    const { fields } = await fillIn(pageOf(kind), typed)
    const answer = await post(pageOf(kind), fields)
    return { status: answer.status, html: await answer.text(), fields }
  }
  const declarationsOf = async (email: string) =>
    (await service.send('GET', '/declarations?limit=100')).body.data.filter(
      (each: { email: string }) => each.email === email,
    )
  const sentTo = async (email: string) => {
    const { body } = await service.send('GET', '/emails?limit=100')
    return body.data.filter(({ to }: { to: string }) => to === email)
  }

  test('a subscriber cancels in two steps, gets the acknowledgement, and the subscription runs to its end', async () => {
    const email = anEmail()
    const { id, subscription } = await aSubscriber(service, aMonthlyPlan(), {}, { email })

    const { fields, html: review } = await fillIn(pageOf(), { email, contract: id, reason: 'Too <b>dear</b>' })
    expect(review).toContain('Too &#60;b&#62;dear')
    expect(await declarationsOf(email)).toEqual([])
    const received = await (await post(pageOf(), fields)).text()
    await moveClock(service, 'PT1S')

    expect(received).toContain('Your cancellation was received on')
    expect(received).not.toContain('<script')
    expect(await declarationsOf(email)).toMatchObject([
      { kind: 'cancel', contract: id, reason: 'Too <b>dear</b>', effects: [{ outcome: 'scheduled' }] },
    ])
    expect((await subscription()).status).toBe('scheduled_for_cancellation')
    expect((await sentTo(email)).map((each: { customer_id: string | null }) => each.customer_id === null)).toContain(
      true,
    )
  })

  test('a renewal between the receipt of a cancellation and its execution is refunded, and the subscription ends', async () => {
    const email = anEmail()
    const { subscription, payments } = await aSubscriber(service, aMonthlyPlan(), {}, { email })
    const { current_period_end: renewedAt } = await subscription()
    await moveClock(service, addSeconds(renewedAt, -60))
    await declare('cancel', { email })
    const actedAt = addSeconds(renewedAt, 60)
    await sql`update declarations set due_at = ${actedAt} where email = ${email}`.execute(service.database.db)

    await moveClock(service, addSeconds(renewedAt, 30))
    const renewed = (await subscription()).current_period_start
    await moveClock(service, actedAt)

    const [first, renewal] = await payments()
    expect(renewed).toBe(renewedAt)
    expect(await declarationsOf(email)).toMatchObject([
      {
        effects: [
          { outcome: 'ended', ends_at: actedAt, refunds: [{ payment_id: renewal.id, amount: renewal.amount }] },
        ],
      },
    ])
    expect((await subscription()).status).toBe('cancelled')
    expect(renewal.refunded_amount).toBe(renewal.amount)
    expect(first.refunded_amount).toBe(0)
  })

  test('an unknown address gets the same answer, and an acknowledgement without the stranger’s text', async () => {
    const [known, unknown] = [anEmail(), anEmail()]
    await aSubscriber(service, aMonthlyPlan(), {}, { email: known })
    const typed = {
      full_name: 'Nora Body',
      contract: 'buy at evil.example',
      reason: 'Press here: https://evil.example',
    }
    const answers = [
      await declare('withdraw', { ...typed, email: known }),
      await declare('withdraw', { ...typed, email: unknown }),
    ]
    const [first, second] = answers.map(({ html }, place) =>
      html.replaceAll([known, unknown][place]!, 'address').replaceAll(/value="[^"]*"|\d\d:\d\d/g, ''),
    )
    await moveClock(service, 'PT1S')
    const [sent] = await sentTo(unknown)

    expect(first).toBe(second)
    expect(sent).toMatchObject({ kind: 'withdrawal', customer_id: null, status: 'sent', locale: 'en' })
    const textOf = async (id: string): Promise<string> => {
      const { rows } = await sql<{
        text: string
      }>`select message->>'text' as text from stored_emails where id = ${id}`.execute(service.database.db)
      return rows[0]!.text
    }
    const text = await textOf(sent.id)
    expect(text).toContain('Your withdrawal was received on')
    expect(text).not.toMatch(/because you have a contract|Nora|evil/)
    const toCustomer = (await sentTo(known)).find(({ customer_id: id }: { customer_id: string | null }) => id === null)
    expect(await textOf(toCustomer!.id)).toContain('Press here: https://evil.example')
  })

  test('a form that is sent again is one declaration; a changed one, or one ten minutes later, is a new declaration', async () => {
    const email = anEmail()
    const { fields } = await fillIn(pageOf(), { email, contract: 'The Daily' })
    const contracts = async () =>
      (await declarationsOf(email)).map(({ contract }: { contract: string }) => contract).toSorted()

    const twice = await Promise.all([post(pageOf(), fields), post(pageOf(), fields)])
    const once = await contracts()
    await post(pageOf(), { ...fields, contract: 'The Weekly' })
    await sql`update declarations set received_at = received_at - interval '11 minutes'`.execute(service.database.db)
    for (let time = 0; time < 2; time++) await post(pageOf(), fields)

    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(once).toEqual(['The Daily'])
    expect(await contracts()).toEqual(['The Daily', 'The Daily', 'The Weekly'])
  })

  test('the receipt can be saved as a text file', async () => {
    const email = anEmail()
    const { html } = await declare('cancel', { email, full_name: 'Mina Okafor', for_cause: 'on' })
    const file = await post(pageOf(), hiddenIn(html))
    const text = await file.text()

    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="cancel-[\d-]+\.txt"$/)
    expect(file.headers.get('content-type')).toContain('text/plain')
    for (const part of ['Folio', email, 'Mina Okafor', 'Your cancellation was received on', 'good cause'])
      expect(text).toContain(part)
  })

  test.each([
    ['cancel', 'de', 'Verträge hier kündigen', 'jetzt kündigen'],
    ['cancel', 'fr-FR', 'résilier votre contrat', 'notification de la résiliation'],
    ['withdraw', 'de-AT', 'Vertrag widerrufen', 'Widerruf bestätigen'],
    ['withdraw', 'en', 'withdraw from contract here', 'confirm withdrawal'],
    ['withdraw', 'ja', '契約の撤回はこちら', '撤回を確定する'],
  ])('to %s in %s, the buttons have the prescribed words, or their translation', async (kind, locale, first, last) => {
    const url = pageOf(kind)
    const form = await (await get(url, locale)).text()
    const review = await post(url, { ...hiddenIn(form), email: anEmail() }, { 'Accept-Language': locale })

    expect(form).toContain(`<h1>${first}</h1>`)
    expect(await review.text()).toContain(`<button>${last}</button>`)
  })

  test('the page is written in every language and its direction', async () => {
    const bodies = await Promise.all(locales.map(async (locale) => (await get(pageOf(), locale)).text()))

    expect(bodies.map((html) => /<html lang="([^"]+)"/.exec(html)![1])).toEqual([...locales])
    expect(bodies[locales.indexOf('ar')]).toContain('dir="rtl"')
  })

  test.each([
    ['no address', { email: 'mina' }],
    ['an address with a line break', { email: 'mina@example.com\r\nBcc: all@example.com' }],
    ['an address of 10,000 characters', { email: `${'m'.repeat(10_000)}@example.com` }],
    ['a reason of 10,000 characters', { email: 'mina@example.com', reason: 'm'.repeat(10_000) }],
    ['no date', { email: 'mina@example.com', requested_end_at: 'soon' }],
    ['markup', { email: '"><script>alert(1)</script>' }],
  ])('%s shows the form again with the fault and the typed text', async (_, typed) => {
    const { review, html } = await fillIn(pageOf(), typed)

    expect(review.status).toBe(400)
    expect(html).toContain('aria-invalid="true"')
    expect(html).not.toContain('<script')
    expect(html).toContain('name="step" value="review"')
  })

  test.each([
    ['that another site posts', { Origin: 'https://other.example' }],
    ['from a page without an origin', { Origin: 'null' }],
    ['that the browser calls cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('a form %s declares nothing', async (_, headers) => {
    const email = anEmail()
    const { fields } = await fillIn(pageOf(), { email })
    const answer = await post(pageOf(), fields, headers)

    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(pageOf()).pathname])
    expect(await declarationsOf(email)).toEqual([])
  })

  test('the pages allow no script, and exclude search engines', async () => {
    const page = await get(pageOf('withdraw'))

    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*form-action 'self'/),
    })
    expect(await page.text()).not.toContain('<script')
  })

  test('an unknown organization gets the neutral page for links that have ended', async () => {
    const page = await get(pageOf('cancel', 'org_unknown'))
    const html = await page.text()
    const garbage = await get(pageOf('cancel', 'org_%00'))

    expect([page.status, garbage.status]).toEqual([404, 404])
    expect(html).toContain('This link no longer works')
    expect(html).not.toContain('Folio')
  })

  test(
    'of 1,000 declarations for one address each is stored, and at most 20 are acknowledged',
    { timeout: 120_000 },
    async () => {
      const email = anEmail()
      const { fields } = await fillIn(pageOf(), { email })
      const numbers = Array.from({ length: 1000 }, (_, number) => number)
      const sendAll = async () => {
        for (let number = numbers.pop(); number !== undefined; number = numbers.pop())
          expect((await post(pageOf(), { ...fields, contract: `Paper ${number}` })).status).toBe(200)
      }
      await Promise.all([sendAll(), sendAll(), sendAll(), sendAll()])
      await moveClock(service, 'PT1M')

      const { rows } = await sql`select count(*)::int as count from declarations
        where email = ${email} and due_at is null`.execute(service.database.db)
      expect(rows).toEqual([{ count: 1000 }])
      expect((await sentTo(email)).length).toBeLessThanOrEqual(20)
    },
  )

  test('a subscriber whose address a stranger declares many times gets at most 20 acknowledgements and one email', async () => {
    const email = anEmail()
    const { id } = await aSubscriber(service, aMonthlyPlan(), {}, { email })
    const { fields } = await fillIn(pageOf(), { email })
    for (let number = 0; number < 30; number++) await post(pageOf(), { ...fields, contract: `Paper ${number}` })
    await moveClock(service, 'PT1M')

    const about = (await sentTo(email)).map((sent: { subscription_id: string | null }) => sent.subscription_id)
    // Two emails are about the subscription: its order confirmation and the first declaration's effect. Twenty are acknowledgements.
    expect(about.toSorted()).toEqual([id, id, ...Array<null>(20).fill(null)].toSorted())
  })

  test('a network that declares for very many addresses gets no further acknowledgements, and the page promises none', async () => {
    const received = (email: string) => declare('withdraw', { email })
    const first = await received(anEmail())
    // As though the network had already sent as many declarations as are acknowledged in an hour.
    await sql`insert into declarations select (jsonb_populate_record(row, jsonb_build_object('id', 'decl_' || gen_random_uuid(), 'form_key', number::text))).*
      from declarations as row, generate_series(1, 60) as number where row.id =
        (select max(id) from declarations)`.execute(service.database.db)
    const email = anEmail()
    const later = await received(email)
    await moveClock(service, 'PT1S')

    expect(first.html).toContain('A confirmation is on its way')
    expect(later.html).toContain('Your withdrawal was received on')
    expect(later.html).not.toContain('on its way')
    expect(await declarationsOf(email)).toHaveLength(1)
    expect(await sentTo(email)).toEqual([])
    await sql`delete from declarations where length(form_key) < 3`.execute(service.database.db)
  })

  test('an erasure waits for the acknowledgement, and then removes the typed text', async () => {
    const email = anEmail()
    const { customerId } = await aSubscriber(service, aMonthlyPlan(), {}, { email })
    await declare('cancel', { email, full_name: 'Quentin Zyx', reason: 'Quentin Zyx reads elsewhere.' })
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    const erase = () => service.send('DELETE', `/customers/${customerId}?cancel_subscriptions=true`, { key })

    const early = await erase()
    await moveClock(service, 'PT1S')
    const late = await erase()

    expect([early.status, early.body.error?.code]).toEqual([409, 'customer_in_use'])
    expect(late.status).toBe(200)
    const { rows } = await sql`select name from (
        select 'email' as name, to_jsonb(emails) as row from emails union all select 'text', to_jsonb(stored_emails) from stored_emails
        union all select 'declaration', to_jsonb(declarations) from declarations union all select type, to_jsonb(events) from events
        union all select 'audit', to_jsonb(audit_entries) from audit_entries) as rows
      where row::text ilike ${`%${email}%`} or row::text like '%Quentin%'`.execute(service.database.db)
    expect(rows).toEqual([])
  })
})
