import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../support/databases/databases.ts'
import {
  addUser,
  cookieOf,
  type DashboardRequest,
  password,
  sendFrom,
  type SignedIn,
} from '../../support/services/dashboard.ts'
import { useService } from '../../support/services/use-service.ts'

describe('rules for the cookie of the dashboard', () => {
  const service = useService(() => openTestDatabase('embedded'))
  let user: SignedIn
  beforeAll(async () => {
    user = await addUser(service, { [service.organizationId]: 'admin' })
  })
  const plans = (headers: DashboardRequest['headers'] = {}) =>
    sendFrom(service, 'GET', '/plans', { cookie: user.cookie, organization: service.organizationId, headers })

  test('a request of our own dashboard is accepted by its Sec-Fetch-Site header or by its origin', async () => {
    const own = new URL(service.url).origin

    expect((await plans()).status).toBe(200)
    expect((await plans({ Origin: own })).status).toBe(200)
    expect((await plans({ 'Sec-Fetch-Site': null, Origin: own })).status).toBe(200)
  })

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://attacker.example' }],
    ['another host of the same site', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://shop.lantern.example' }],
    ['another port of the same host', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://127.0.0.1:1' }],
    [
      'another origin, in a browser that does not send Sec-Fetch-Site',
      { 'Sec-Fetch-Site': null, Origin: 'http://127.0.0.1:1' },
    ],
    ['a sandboxed frame', { 'Sec-Fetch-Site': null, Origin: 'null' }],
    ['an address that the user typed', { 'Sec-Fetch-Site': 'none' }],
    ['a client that sends neither Sec-Fetch-Site nor Origin', { 'Sec-Fetch-Site': null }],
    ['a page without the header', { 'X-Billing-Dashboard': null }],
    ['a page with another value of the header', { 'X-Billing-Dashboard': 'true' }],
  ])('a read from %s has no credentials', async (_, headers) => {
    const { status, headers: answered, body } = await plans(headers)

    expect({ status, code: body.error.code }).toEqual({ status: 401, code: 'missing_credentials' })
    expect(answered.get('Access-Control-Allow-Origin')).toBe(null)
    expect(answered.get('Access-Control-Allow-Credentials')).toBe(null)
  })

  test('the cookie is ignored if the request has an Authorization header', async () => {
    const wrong = await plans({ Authorization: 'Bearer sk_sandbox_wrong' })
    const other = await service.addOrganization('Kettle Teas')
    const right = await plans({ Authorization: `Bearer ${other.key}` })

    expect(wrong.body.error.code).toBe('invalid_credentials')
    expect(right.status).toBe(200)
  })

  test('if another host of the site has set a second cookie of the same name, neither counts', async () => {
    const { status } = await plans({ Cookie: `billing_dashboard=${user.cookie}; billing_dashboard=${'0'.repeat(40)}` })

    expect(status).toBe(401)
  })

  test.each(['POST /dashboard-session', 'POST /dashboard-set-up'])('%s is refused to other pages', async (asked) => {
    const [method, path] = asked.split(' ') as [string, string]
    const body = { email: user.email, password, code: '0'.repeat(40), name: 'Eve' }
    const answer = await sendFrom(service, method, path, { body, headers: { 'Sec-Fetch-Site': 'cross-site' } })

    expect({ status: answer.status, code: answer.body.error.code }).toEqual({
      status: 403,
      code: 'insufficient_permission',
    })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('a preflight request from another page does not allow the header', async () => {
    const answer = await fetch(`${service.url}/payments`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://attacker.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-billing-dashboard',
      },
    })

    expect(answer.headers.get('Access-Control-Allow-Headers')!.toLowerCase()).not.toContain('x-billing')
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBe(null)
  })

  test('a request has to name an organization of which the user is a member', async () => {
    const other = await service.addOrganization('Bell & Co')
    const send = (organization?: string) =>
      sendFrom(service, 'GET', '/plans', { cookie: user.cookie, ...(organization && { organization }) })

    expect((await send()).body.error).toMatchObject({
      code: 'invalid_parameter',
      details: [{ path: 'header.X-Billing-Organization', code: 'required' }],
    })
    for (const id of [other.organizationId, 'org_unknown']) {
      const { status, body } = await send(id)
      expect({ status, code: body.error.code, message: body.error.message }).toEqual({
        status: 403,
        code: 'insufficient_permission',
        message: 'You are not a member of this organization.',
      })
    }
  })
})

describe('a server that serves no pages', () => {
  const service = useService(() => openTestDatabase('embedded'), { hostedPages: 'off' })

  test('signs no user in, and ends no session', async () => {
    const { email, cookie } = await addUser(service, { [service.organizationId]: 'admin' })
    const answers = [
      await sendFrom(service, 'POST', '/dashboard-session', { body: { email, password } }),
      await sendFrom(service, 'GET', '/dashboard-session', { cookie }),
      await sendFrom(service, 'DELETE', '/dashboard-session', { cookie }),
    ]

    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [503, 'unavailable']),
    )
    expect(await service.database.db.selectFrom('dashboardSessions').select('userId').execute()).toHaveLength(1)
  })
})

describe('a dashboard with a host of its own', () => {
  const origin = 'https://admin.example'
  const service = useService(() => openTestDatabase('embedded'), {
    dashboardOrigin: origin,
    publicHost: 'localhost',
    trustedProxies: ['loopback'],
    identityProvider: {
      issuer: 'https://id.example',
      name: 'Tea Company',
      authorizationUrl: async ({ redirectUri }) => new URL(`https://id.example/?to=${redirectUri}`),
      verifyAnswer: async () => ({ refused: 'nothing is verified here' }),
      discover: async () => {},
    },
  })
  const at = (host: string, from = origin): DashboardRequest['headers'] => ({
    'X-Forwarded-Host': host,
    'Sec-Fetch-Site': null,
    Origin: from,
  })
  const signIn = async (headers: DashboardRequest['headers']) => {
    const { email } = await addUser(service, { [service.organizationId]: 'admin' })
    return sendFrom(service, 'POST', '/dashboard-session', { body: { email, password }, headers })
  }

  test('signs users in with a cookie that is for this host over TLS, and answers what they may read', async () => {
    const answer = await signIn(at('admin.example'))
    const cookie = `__Host-billing_dashboard=${cookieOf(answer)}`
    const read = (headers: DashboardRequest['headers']) =>
      sendFrom(service, 'GET', '/plans', {
        organization: service.organizationId,
        headers: { ...headers, Cookie: cookie },
      })

    expect(answer.status).toBe(201)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-billing_dashboard=.+; HttpOnly; Secure; SameSite=Strict$/)
    expect((await read(at('admin.example'))).status).toBe(200)
    expect((await read(at('localhost', service.billing.publicUrl()))).status).toBe(404)
    expect((await read({ Host: 'localhost', 'Sec-Fetch-Site': 'same-origin' })).status).toBe(404)
  })

  test('signs no user in at the address of the service, nor from one of its pages', async () => {
    const there = await signIn(at('localhost'))
    const fromThere = await signIn(at('admin.example', service.billing.publicUrl()))

    expect([there.status, fromThere.status]).toEqual([404, 403])
    expect([...there.headers.getSetCookie(), ...fromThere.headers.getSetCookie()]).toEqual([])
  })

  test('has the passkeys for its host, and invitation links that lead to it', async () => {
    const { cookie } = await addUser(service, { [service.organizationId]: 'admin' })
    const headers = { ...at('admin.example'), Cookie: `__Host-billing_dashboard=${cookie}` }
    const { body } = await sendFrom(service, 'POST', '/dashboard-session/challenges', {
      body: { purpose: 'add_passkey' },
      headers,
    })
    const invited = await sendFrom(service, 'POST', '/users', {
      organization: service.organizationId,
      body: { email: 'leo@example.com', role: 'member' },
      headers,
    })

    expect(body.relying_party_id).toBe('admin.example')
    expect(invited.body.invitation_url).toMatch(/^https:\/\/admin\.example\/dashboard\/invitation\//)
  })
  test('gets users back from an identity provider, with a cookie for this host over TLS', async () => {
    const begin = (headers: DashboardRequest['headers']) =>
      sendFrom(service, 'POST', '/dashboard-session/identity-requests', { body: { purpose: 'sign_in' }, headers })
    const begun = await begin(at('admin.example'))
    const there = await begin(at('localhost'))

    expect(begun.body.url).toBe(`https://id.example/?to=${origin}/dashboard/callback`)
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-billing_dashboard_identity=.+; HttpOnly; Secure; SameSite=Strict$/),
    ])
    expect(there.status).toBe(404)
  })
})
