import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { hiddenFieldsIn, postForm } from '../../support/pages/forms.ts'
import { useService } from '../../support/services/use-service.ts'

const settings = { display_name: 'Folio', allowed_origins: ['https://shop.example'] }

describeEachDatabase('the page of the customer portal', (open) => {
  let offset = 0
  const service = useService(open, { settings, wallClock: () => new Date(Date.now() + offset).toISOString() })

  const aPortal = async () => {
    offset = 0
    const { body: customer } = await service.send('POST', '/customers', { body: { email: 'mina@example.com' } })
    const options = { locale: 'de', return_url: 'https://shop.example/account' }
    return (await service.send('POST', '/portal-session', { body: { customer: { id: customer.id }, options } })).body
  }
  const get = (url: string, cookie = '') => fetch(url, { redirect: 'manual', headers: { Cookie: cookie } })
  const post = (url: string, token: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams({ token }) })
  const tokenIn = (html: string): string => /name="token" value="([^"]+)"/.exec(html)![1]!
  const press = async (url: string) => post(url, tokenIn(await (await get(url)).text()))
  const cookieIn = (answer: Response): string => answer.headers.get('set-cookie')!.split(';')[0]!
  const enter = async () => {
    const portal = await aPortal()
    return { ...portal, cookie: cookieIn(await press(portal.url)), page: `${service.url}/portal` }
  }
  const renew = (cookie: string, id: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.url}/portal/token?session=${id}`, { method: 'POST', headers: { Cookie: cookie, ...headers } })

  test('the button on the link’s page begins the session, and the next page has the element with a valid token', async () => {
    const { url } = await aPortal()
    const before = await get(url)
    const entered = await press(url)
    const page = await get(`${service.url}/portal`, cookieIn(entered))
    const html = await page.text()
    const [, token] = /client-token="([^"]+)"/.exec(html)!
    const read = await service.send('GET', '/portal-session', {
      key: token!,
      headers: { Origin: new URL(service.url).origin },
    })

    expect([before.status, entered.status, entered.headers.get('location')]).toEqual([
      200,
      303,
      `/portal?organization=${service.organizationId}`,
    ])
    expect(entered.headers.get('set-cookie')).toMatch(
      /^portal=[0-9a-f]{40}; Max-Age=3600; Path=\/portal; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    )
    expect(html).toContain('lang="de"')
    expect([read.body.customer.email, read.body.return_url]).toEqual([
      'mina@example.com',
      'https://shop.example/account',
    ])
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining(`frame-ancestors 'none'`),
    })
  })

  test('a double click on the button begins one session, and another browser with the link gets none', async () => {
    const { url } = await aPortal()
    const fields = hiddenFieldsIn(await (await get(url)).text())
    const strange = hiddenFieldsIn(await (await get(url)).text())
    const answers = await Promise.all([postForm(url, fields), postForm(url, fields)])
    const shown = await Promise.all(answers.map((answer) => get(`${service.url}/portal`, cookieIn(answer))))

    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(shown.map(({ status }) => status)).toEqual([200, 200])
    expect((await postForm(url, strange)).status).toBe(404)
  })

  test('a link can be used once, however often its page was opened before', async () => {
    const { url } = await aPortal()
    const tokens = [tokenIn(await (await get(url)).text()), tokenIn(await (await get(url)).text())]
    const answers = await Promise.all(tokens.map((token) => post(url, token)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404])
    expect((await get(url)).status).toBe(404)
  })

  test('a link ends after five minutes, and the session after an hour', async () => {
    const late = await aPortal()
    offset = 301_000
    const missed = await get(late.url)
    const { cookie, page, id } = await enter()
    offset = 3_601_000
    const [over, renewed] = [await get(page, cookie), await renew(cookie, id)]

    expect([missed.status, over.status, renewed.status]).toEqual([404, 404, 401])
  })

  test('the cookie renews the token, and a page of another site cannot', async () => {
    const { cookie, id } = await enter()
    const renewed = await renew(cookie, id)
    const other = await enter()
    const { client_token: key } = (await renewed.json()) as { readonly client_token: string }
    const refused = [
      await renew(cookie, id, { Origin: 'https://evil.example' }),
      await renew(cookie, id, { Origin: 'null' }),
      await renew(cookie, id, { 'Sec-Fetch-Site': 'cross-site' }),
      await renew('portal=0000000000000000000000000000000000000000', id),
      await renew('', id),
      // The cookie of another account that this browser opened later, and a cookie that another host of the site added.
      await renew(other.cookie, id),
      await renew(`${other.cookie}; ${cookie}`, id),
    ]

    expect((await service.send('GET', '/portal-session', { key })).body.session.id).toBe(id)
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
  })

  test('an ended session has no page', async () => {
    const { cookie, page, id } = await enter()
    const unused = await aPortal()
    await service.send('DELETE', `/portal-session/${id}`)
    await service.send('DELETE', `/portal-session/${unused.id}`)

    expect([
      (await get(page, cookie)).status,
      (await renew(cookie, id)).status,
      (await get(unused.url)).status,
    ]).toEqual([404, 401, 404])
  })

  test('an unknown link, a used one and no cookie get the same page, which names no merchant', async () => {
    const { url } = await aPortal()
    await press(url)
    const pages = [
      await get(url),
      await get(`${service.url}/portal/open/${'0'.repeat(40)}`),
      await get(`${service.url}/portal`),
    ]
    const texts = await Promise.all(pages.map((page) => page.text()))

    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).not.toContain('Folio')
  })

  test('neither the database nor the log has a token that opens the portal', async () => {
    const { url, cookie, client_token: key } = await enter()
    const secrets = [url.split('/').at(-1)!, cookie.split('=')[1]!, key]
    const rows = JSON.stringify(await service.database.db.selectFrom('portalSessions').selectAll().execute())

    for (const secret of secrets) expect(rows + JSON.stringify(service.logged)).not.toContain(secret)
  })
})
