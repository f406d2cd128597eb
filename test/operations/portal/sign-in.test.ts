import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { openEmailMerchant } from '../../support/emails/email-merchant.ts'
import { formTokenIn, hiddenFieldsIn, openPage, postForm } from '../../support/pages/forms.ts'

describeUsualDatabase('signing in to the portal by email', (open) => {
  const aMerchant = async (settings: object = {}, database = open) => {
    const merchant = await openEmailMerchant(database, settings)
    const { service, mailer, sendDue } = merchant
    const { url, organizationId } = service
    const page = `${url}/portal?organization=${organizationId}`
    const form = `${url}/portal/sign-in?organization=${organizationId}`
    const aCustomer = async (email: string, members: object = {}): Promise<string> =>
      (await service.send('POST', '/customers', { body: { email, ...members } })).body.id
    let token: string | undefined
    const ask = async (email: string) => {
      token ??= formTokenIn(await (await openPage(page)).text())
      return postForm(form, { token, email })
    }
    /** The links in the emails that were handed over, the oldest first. */
    const links = async (): Promise<readonly string[]> => {
      await sendDue()
      return mailer.handed.flatMap(({ text }) => /http:\S+\/portal\/sign-in\/[0-9a-f]{40}/.exec(text) ?? [])
    }
    const follow = async (link: string, account?: string) => {
      const own = formTokenIn(await (await openPage(link)).text())
      return postForm(link, { token: own, ...(account !== undefined && { account }) })
    }
    const look = (answer: Response) => openPage(page, answer.headers.get('set-cookie')!.split(';')[0]!)
    return { ...merchant, page, form, aCustomer, ask, links, follow, look }
  }

  test('the link in the email opens the account once, by a button', async () => {
    const { aCustomer, ask, links, follow, look, service } = await aMerchant()
    const id = await aCustomer('mina@example.com')
    const sent = await ask('Mina@example.com')
    const [link] = await links()
    const before = await sessionsOf(service)
    await openPage(link!)
    const scanned = await sessionsOf(service)
    const entered = await follow(link!)
    const html = await (await look(entered)).text()

    expect(sent.status).toBe(200)
    expect([before.length, scanned.length]).toEqual([0, 0])
    expect([entered.status, entered.headers.get('location')]).toEqual([
      303,
      `/portal?organization=${service.organizationId}`,
    ])
    expect(html).toContain('<billing-portal client-token=')
    expect((await sessionsOf(service)).map(({ customerId }) => customerId)).toEqual([id])
    expect((await openPage(link!)).status).toBe(404)
  })

  const fieldsOf = async (link: string) => hiddenFieldsIn(await (await openPage(link)).text())

  test('the buttons of two browsers pressed at the same time open one session', async () => {
    const { aCustomer, ask, links } = await aMerchant()
    await aCustomer('mina@example.com')
    await ask('mina@example.com')
    const [link] = await links()
    const forms = [await fieldsOf(link!), await fieldsOf(link!)]
    const answers = await Promise.all(forms.map((fields) => postForm(link!, fields)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404])
  })

  test('a double click opens one session, with either answer, until the customer signs out', async () => {
    const { aCustomer, ask, links, look, service } = await aMerchant()
    await aCustomer('mina@example.com')
    await ask('mina@example.com')
    const [link] = await links()
    const fields = await fieldsOf(link!)
    const { token } = fields
    const answers = await Promise.all([postForm(link!, fields), postForm(link!, fields)])
    const pages = await Promise.all(answers.map(async (answer) => (await look(answer)).text()))
    const stranger = await postForm(link!, { ...fields, browser: 'a'.repeat(40) })
    const withoutField = await postForm(link!, { token: token! })
    const sessions = await sessionsOf(service)
    await service.send('DELETE', `/portal-session/${sessions[0]!.id}`)

    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    for (const page of pages) expect(page).toContain('<billing-portal client-token=')
    expect(sessions).toHaveLength(1)
    expect([stranger.status, withoutField.status]).toEqual([404, 404])
    expect((await postForm(link!, fields)).status).toBe(404)
  })

  test('if several customers have the address, the visitor chooses one after the link', async () => {
    const { aCustomer, ask, links, follow, service } = await aMerchant()
    const first = await aCustomer('office@example.com', { full_name: 'Leo Marsh' })
    await aCustomer('office@example.com', { full_name: 'Mina Okafor' })
    const stranger = await aCustomer('other@example.com')
    await ask('office@example.com')
    const all = await links()
    const html = await (await openPage(all[0]!)).text()
    const unchosen = await follow(all[0]!, stranger)
    const entered = await follow(all[0]!, first)

    expect(all).toHaveLength(1)
    expect(html).toContain('Leo Marsh')
    expect(html).toContain('Mina Okafor')
    expect([unchosen.status, unchosen.headers.get('set-cookie')]).toEqual([303, null])
    expect(entered.headers.get('set-cookie')).toMatch(/^portal=[0-9a-f]{40};/)
    expect((await sessionsOf(service)).map(({ customerId }) => customerId)).toEqual([first])
  })

  test('the choice names the plans of each account, because the address and the day may be equal', async () => {
    const { ask, links, subscribe, aCustomer } = await aMerchant()
    await subscribe('office@example.com')
    await aCustomer('office@example.com')
    await ask('office@example.com')
    const html = await (await openPage((await links())[0]!)).text()
    const labels = [...html.matchAll(/name="account"[^>]*>(.*?)<\/button>/g)].map(
      ([, label]) => label!.split(' · ').length,
    )

    expect(labels).toEqual([3, 2])
  })

  test('customers whose addresses only fold alike, and newer ones without a subscription, hide no account', async () => {
    const { ask, links, aCustomer, subscribe, database } = await aMerchant()
    await subscribe('kim@example.com')
    const paid = await database.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()
    await sql`insert into customers (organization_id, id, email, created_at, updated_at)
      select 'org_1', 'cus_' || spelled.name || n, spelled.name || '@example.com', billing_now() + n * interval '1 second', billing_now()
        from generate_series(1, 25) as n, (values ('kim'), (${'\u212aim'})) as spelled (name)`.execute(database.db)
    await aCustomer('kim@example.com')
    await ask('kim@example.com')
    const html = await (await openPage((await links())[0]!)).text()
    const listed = [...html.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => id!)

    expect(listed).toHaveLength(20)
    expect(listed[0]).toBe(paid.id)
    expect(listed.filter((id) => id.includes('\u212a'))).toEqual([])
  })

  test('known and unknown addresses get the same answer from the same statements, and the email is sent after it', async () => {
    const statements: string[] = []
    const recording: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements.push('sqlFragments' in node ? node.sqlFragments.join('?') : node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const watched = async () => {
      const database = await open()
      return { ...database, db: database.db.withPlugin(recording) }
    }
    const { aCustomer, mailer, emails, sendDue, ask: send } = await aMerchant({}, watched)
    await aCustomer('mina@example.com')
    const ask = async (email: string) => {
      statements.length = 0
      const answer = await send(email)
      const html = (await answer.text()).replace(email, 'address')
      return { status: answer.status, html, statements: [...statements] }
    }
    // Warm up: the first request fills the server's caches, and is slower.
    await ask('first@example.com')
    const known = await ask('mina@example.com')
    const unknown = await ask('nina@example.com')
    const handedBefore = mailer.handed.length
    await sendDue()
    const stored = await emails()

    expect(known.statements.length).toBeGreaterThan(2)
    expect(known).toEqual(unknown)
    expect(handedBefore).toBe(0)
    expect(mailer.handed.map(({ to }) => to)).toEqual(['mina@example.com'])
    expect(stored.map((email: { status: string; reason: string | null }) => [email.status, email.reason])).toEqual([
      ['suppressed', 'no_address'],
      ['sent', null],
      ['suppressed', 'no_address'],
    ])
  })

  test('a thousand requests send at most three emails to an address, and a hundred from a network', async () => {
    const { aCustomer, ask, emails, sendDue, mailer } = await aMerchant()
    await aCustomer('mina@example.com')
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    for (let first = 0; first < 1000; first += 100) {
      const hundred = Array.from({ length: 100 }, (_, n) => first + n)
      answers.push(
        ...(await Promise.all(hundred.map((n) => ask(n % 2 === 0 ? 'mina@example.com' : `reader${n}@example.com`)))),
      )
    }
    for (let round = 0; round < 20; round++) await sendDue()

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await emails()).length).toBeLessThanOrEqual(100)
    expect(mailer.handed.length).toBeLessThanOrEqual(3)
  })

  test('the settings for emails do not switch the sign-in email off, and its link is not sent to the merchant', async () => {
    const [off, events] = [await aMerchant({ emails: 'off' }), await aMerchant({ emails: 'events' })]
    for (const { aCustomer, ask, links, events: list } of [off, events]) {
      await aCustomer('mina@example.com')
      await ask('mina@example.com')

      expect(await links()).toHaveLength(1)
      expect((await list()).map(({ type }: { type: string }) => type)).not.toContain('email.ready')
    }
    const [email] = await off.emails()
    const again = await off.service.send('POST', `/emails/${email.id}/resend`, { body: {} })

    expect([again.status, again.body.error.code]).toEqual([409, 'email_not_resendable'])
  })

  test('an email that no mail server accepts for a quarter of an hour is given up', async () => {
    const { aCustomer, ask, mailer, sendDue, endWaits, moveWall, emails } = await aMerchant()
    await aCustomer('mina@example.com')
    mailer.answer = async () => ({ kind: 'failed', reason: 'The mail server is down.' })
    await ask('mina@example.com')
    await sendDue()
    const [waiting] = await emails()
    moveWall(0.26)
    await endWaits()
    await sendDue()
    const [given] = await emails()

    expect([waiting.status, given.status, given.reason]).toEqual(['queued', 'failed', 'undeliverable'])
  })

  test('an address that only folds alike to a customer’s gets no link', async () => {
    const { aCustomer, ask, links } = await aMerchant()
    await aCustomer('kim@example.com')
    await ask('\u212Aim@example.com')

    expect(await links()).toEqual([])
  })

  test('a link ends after 15 minutes, and with the erasure of its customer', async () => {
    const { aCustomer, ask, links, moveWall, service, database } = await aMerchant()
    const id = await aCustomer('mina@example.com')
    await aCustomer('leo@example.com')
    await ask('mina@example.com')
    await ask('leo@example.com')
    const [erased, late] = await links()
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    await service.send('DELETE', `/customers/${id}`, { key })
    const left = await database.db.selectFrom('portalLinks').select('email').execute()
    const rows = await database.db.selectFrom('emails').select('recipient').execute()
    moveWall(0.26)

    expect(left).toEqual([{ email: 'leo@example.com' }])
    expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(['leo@example.com', null])
    expect([(await openPage(erased!)).status, (await openPage(late!)).status]).toEqual([404, 404])
  })

  test('a text that is not an address is sent nowhere, and a form of another page is refused', async () => {
    const { form, page, ask, emails } = await aMerchant()
    const refused = [await ask('mina'), await ask('a@b.example\r\nBcc: c@d.example'), await ask('x'.repeat(9000))]
    const foreign = await postForm(form, { token: 'x', email: 'mina@example.com' })
    const unknown = await openPage(page.replace(/=.*/, '=org_unknown'))

    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
    expect([foreign.status, unknown.status]).toEqual([303, 404])
    expect(await emails()).toEqual([])
  })

  test('a page says that the browser’s session has ended, and offers to sign in again', async () => {
    const { aCustomer, ask, links, follow, look, service, page } = await aMerchant()
    await aCustomer('mina@example.com')
    await ask('mina@example.com')
    const entered = await follow((await links())[0]!)
    const [session] = await sessionsOf(service)
    await service.send('DELETE', `/portal-session/${session!.id}`)
    const html = await (await look(entered)).text()
    const fresh = await (await openPage(page)).text()
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!
    const unnamed = await openPage(`${service.url}/portal`, cookie)

    expect(html).toContain('<h1>You have been signed out</h1>')
    expect(html).toContain('name="email"')
    expect(fresh).toContain('<h1>Sign in</h1>')
    expect([unnamed.status, await unnamed.text()]).toEqual([404, expect.stringContaining('You have been signed out')])
  })

  const sessionsOf = ({ database }: Awaited<ReturnType<typeof aMerchant>>['service']) =>
    database.db.selectFrom('portalSessions').select(['id', 'customerId']).execute()
})
