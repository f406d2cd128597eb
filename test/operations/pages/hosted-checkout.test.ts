import express from 'express'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { refuseWithoutPages } from '#server/billing/links/our-pages.ts'
import { type HostedPagesDependencies, hostedRouter } from '#server/pages/hosted/hosted-router.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { anEmail, createPlan } from '../../support/stories/shopper.ts'

describeEachDatabase('hosted checkout', (open) => {
  const service = useService(open, () => ({ settings: { allowed_origins: ['https://shop.example'] } }))
  const openSession = async (options: object = {}) => {
    const plan = await createPlan(service)
    const body = { customer: { email: anEmail() }, plan: { id: plan.id }, options }
    return service.send('POST', '/client-session', { body })
  }
  const page = (id: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.url}/pay/${id}`, { headers, redirect: 'manual' })
  const checkoutFrom = (id: string, origin: string) =>
    service.send('GET', `/checkout/${id}`, { key: null, headers: { Origin: origin } })
  /** A widget's request from a page of the given origin. */
  const callFrom = (id: string, token: string, origin: string) =>
    service.send('PATCH', `/checkout/${id}`, {
      key: token,
      headers: { Origin: origin },
      body: { country: 'DE' },
    })

  test('our own origin may show exactly the sessions that our page has opened', async () => {
    const [shown, other] = [(await openSession()).body.id, (await openSession()).body.id]
    const before = await checkoutFrom(shown, service.url)
    await page(shown)
    const after = await checkoutFrom(shown, service.url)

    expect(before.body.error.code).toBe('origin_not_allowed')
    expect(after.status).toBe(200)
    expect((await checkoutFrom(other, service.url)).body.error.code).toBe('origin_not_allowed')
    expect((await checkoutFrom(shown, 'https://evil.example')).body.error.code).toBe('origin_not_allowed')
    expect((await checkoutFrom(shown, 'https://shop.example')).status).toBe(200)
  })

  test('a token of a session that our page shows works from our origin, and another session’s token does not', async () => {
    const [shown, other] = [(await openSession()).body.id, (await openSession()).body.id]
    await page(shown)
    const tokenOf = async (id: string) => (await checkoutFrom(id, 'https://shop.example')).body.client_token

    const own = await callFrom(shown, await tokenOf(shown), service.url)
    const foreign = await callFrom(other, await tokenOf(other), service.url)

    expect(own.status).toBe(200)
    expect(foreign.body.error.code).toBe('origin_not_allowed')
  })

  test('the page’s policy allows only its own scripts, the card frame and challenges', async () => {
    const { body } = await openSession()
    const answer = await page(body.id)
    const policy = answer.headers.get('content-security-policy')!

    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`script-src ${service.url}/script.js ${service.url}/assets/;`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).toContain(`require-trusted-types-for 'script'; trusted-types lit-html`)
    expect(policy).toMatch(/frame-src \S+\/frame\/ \S+\/actions\//)
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  })

  test('the page links back to the session’s URLs while the merchant allows their origin', async () => {
    const ways = { return_url: 'https://shop.example/thanks?a=1&b=2', cancel_url: 'https://shop.example/cart' }
    const { body } = await openSession(ways)
    const html = await (await page(body.id)).text()
    const settings = (allowed_origins: string[]) =>
      updateOrganization(
        service.database.db,
        service.organizationId,
        { settings: { allowed_origins } },
        body.expiry_date,
      )
    await settings(['https://other.example'])
    const later = await (await page(body.id)).text()
    await settings(['https://shop.example'])

    expect(html).toContain('<a class="unpaid" rel="noreferrer" href="https://shop.example/cart">')
    expect(html).toContain('<a class="paid" rel="noreferrer" href="https://shop.example/thanks?a=1&#38;b=2">')
    expect(later).not.toContain('<nav>')
  })

  test.each([
    ['return_url', 'https://evil.example/'],
    ['cancel_url', 'https://shop.example.evil.example/'],
    ['return_url', 'javascript:alert(1)'],
    ['return_url', 'https://shop.example@evil.example/'],
    ['cancel_url', '//shop.example/'],
    ['cancel_url', '/cart'],
  ])('a session with the %s %s is refused', async (name, url) => {
    const { status, body } = await openSession({ [name]: url })

    expect([status, body.error.code]).toEqual([400, 'invalid_parameter'])
    expect(body.error.details).toMatchObject([{ path: `body.options.${name}` }])
  })

  test('the merchant’s name is escaped on the page, in the language of the session', async () => {
    const { body } = await openSession({ locale: 'ar' })
    await updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { display_name: '<b onmouseover=alert(1)>&' } },
      body.expiry_date,
    )
    const html = await (await page(body.id)).text()

    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('&#60;b onmouseover=alert(1)&#62;&#38;')
    expect(html).not.toContain('<b ')
  })

  test.each(['nobody', '00000000-0000-4000-8000-000000000000', '%00', 'a'.repeat(5000)])(
    'the page of a missing session says that the link no longer works: %s',
    async (id) => {
      const answer = await page(id, { 'Accept-Language': 'de' })

      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('lang="de"')
    },
  )

  /** The pages of a second server with other parts, on the same database. */
  const pagesWith = (parts: Partial<HostedPagesDependencies>) =>
    express().use(
      hostedRouter({
        ...service.billing,
        rateLimiter: createRateLimiter('off'),
        manifest: { versioned_script: 'script.js', integrity: 'sha384-x' },
        ...parts,
      }),
    )

  test.each<[string, Partial<HostedPagesDependencies>, string]>([
    [
      'a live server whose card frame has no origin of its own',
      { mode: 'live', frameOrigin: () => null },
      'FRAME_ORIGIN',
    ],
    ['a server whose operator does not want them', { hostedPages: 'off' }, 'HOSTED_PAGES=off'],
    ['a server without a built element', { hostedPages: 'not built', manifest: undefined }, 'npm run build'],
  ])('%s serves no pages, makes no links to them, and says why', async (_, parts, reason) => {
    const { body } = await openSession()

    for (const path of [`/pay/${body.id}`, `/pay/recovery/${'0'.repeat(40)}`, '/pay/nobody', '/buy/link_1']) {
      const answer = await supertest(pagesWith(parts)).get(path)
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining(reason)])
    }
    expect(() => refuseWithoutPages({ ...service.billing, ...parts })).toThrow(reason)
  })

  test('at an IPv6 address, the policy names the page’s own origin by a keyword, because a policy cannot name the address', async () => {
    const { body } = await openSession()
    const answer = await supertest(pagesWith({ publicUrl: () => 'http://[::1]:3000' })).get(`/pay/${body.id}`)
    const policy = answer.headers['content-security-policy']

    expect(policy).not.toContain('[')
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("script-src 'self' 'self'")
    expect(answer.text).toContain('src="/script.js"')
  })
})
