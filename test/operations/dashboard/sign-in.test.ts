import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { addUser, cookieOf, type DashboardRequest, password, sendFrom } from '../../support/services/dashboard.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('signing in to the dashboard', (open) => {
  let offset = 0
  const service = useService(open, { wallClock: () => new Date(Date.now() + offset).toISOString() })
  const send = (method: string, path: string, asked?: DashboardRequest) => sendFrom(service, method, path, asked)
  const signIn = (email: string, typed: string) =>
    send('POST', '/dashboard-session', { body: { email, password: typed } })
  const read = (cookie: string) => send('GET', '/dashboard-session', { cookie })

  test('the right password opens a session, whose cookie scripts cannot read', { timeout: 120_000 }, async () => {
    const { organizationId } = service
    const { id, email } = await addUser(service, { [organizationId]: 'admin' }, { isOperator: true })
    const answer = await signIn(email.toUpperCase(), password)

    expect(answer.status).toBe(201)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^billing_dashboard=[0-9a-f]{40}; Max-Age=43200; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/,
      ),
    ])
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(null)
    expect(answer.body).toEqual({
      user: { id, email, name: 'Mina', is_operator: true },
      organizations: [{ id: organizationId, name: 'Lantern Books', role: 'admin', is_live: false }],
      expires_at: expect.any(String),
      reauthenticated_until: expect.any(String),
      identity_provider: null,
    })
    expect((await read(cookieOf(answer))).body).toEqual(answer.body)
  })

  test('the database stores neither the cookie nor the password', { timeout: 120_000 }, async () => {
    const { email } = await addUser(service, {})
    const cookie = cookieOf(await signIn(email, password))

    const kept = JSON.stringify([
      await service.database.db.selectFrom('dashboardSessions').selectAll().execute(),
      await service.database.db.selectFrom('users').selectAll().execute(),
      await service.database.db.selectFrom('auditEntries').selectAll().execute(),
    ])
    expect(kept).not.toContain(cookie)
    expect(kept).not.toContain(password)
  })

  test(
    'an unknown address, a wrong password and a disabled user get the same answer',
    { timeout: 120_000 },
    async () => {
      const { email } = await addUser(service, {})
      const disabled = await addUser(service, {})
      await service.database.db
        .updateTable('users')
        .set({ disabledAt: new Date().toISOString() })
        .where('id', '=', disabled.id)
        .execute()
      const answers = [
        await signIn('no.one@example.com', password),
        await signIn(email, 'a wrong password of some length'),
        await signIn(disabled.email, password),
      ]

      for (const { status, headers, body } of answers) {
        expect({ status, cookies: headers.getSetCookie() }).toEqual({ status: 401, cookies: [] })
        expect(body.error).toMatchObject({
          code: 'invalid_credentials',
          message: 'The e-mail address or the password is wrong.',
        })
      }
    },
  )

  test('the audit log has every refused password, and no unknown address', { timeout: 120_000 }, async () => {
    const { id, email, cookie } = await addUser(service, { [service.organizationId]: 'admin' })
    const refused = async () => {
      const entries = await service.database.db
        .selectFrom('auditEntries')
        .select(['who', 'what', 'objectId', 'address', 'before', 'after'])
        .where('organizationId' as never, '=', 'server' as never)
        .orderBy('id')
        .execute()
      return entries.filter(({ after }) => JSON.stringify(after).includes('refused_at'))
    }
    const before = (await refused()).length
    await signIn(email, 'a wrong password')
    await send('POST', '/dashboard-session/reauthenticate', { cookie, body: { password: 'a wrong password' } })
    await signIn('unknown.address@example.com', 'a wrong password')

    const from = { address: '127.0.0.1', before: null, after: { refused_at: expect.any(String) } }
    expect((await refused()).slice(before)).toEqual([
      { ...from, who: id, what: 'signIn', objectId: id },
      { ...from, who: id, what: 'reauthenticate', objectId: id },
      { ...from, who: 'user', what: 'signIn', objectId: 'unknown user' },
    ])
  })

  test('a cookie is refused once its session has been signed out', { timeout: 120_000 }, async () => {
    const { cookie, email } = await addUser(service, { [service.organizationId]: 'admin' })
    const other = cookieOf(await signIn(email, password))
    const ended = await send('DELETE', '/dashboard-session', { cookie })

    expect(ended.status).toBe(204)
    expect(cookieOf(ended)).toBe('')
    expect((await read(cookie)).body.error.code).toBe('expired_credentials')
    const plans = await send('GET', '/plans', { cookie, organization: service.organizationId })
    expect({ status: plans.status, code: plans.body.error.code }).toEqual({ status: 401, code: 'expired_credentials' })
    expect((await read(other)).status).toBe(200)
  })

  test('a session ends after twelve hours without a request', { timeout: 120_000 }, async () => {
    const { email } = await addUser(service, {})
    const cookie = cookieOf(await signIn(email, password))

    offset = 11 * 3_600_000
    const used = await read(cookie)
    offset = 22 * 3_600_000
    const usedAgain = await read(cookie)
    offset = 34.1 * 3_600_000
    const late = await read(cookie)
    offset = 0

    expect([used.status, usedAgain.status, late.status]).toEqual([200, 200, 401])
    expect(used.body.reauthenticated_until).toBe(null)
  })

  test('a password that was repeated counts for ten minutes', { timeout: 120_000 }, async () => {
    const { email } = await addUser(service, {})
    const cookie = cookieOf(await signIn(email, password))
    offset = 601_000
    const later = await read(cookie)
    const wrong = await send('POST', '/dashboard-session/reauthenticate', { cookie, body: { password: 'wrong' } })
    const right = await send('POST', '/dashboard-session/reauthenticate', { cookie, body: { password } })
    const after = await read(cookie)
    offset = 0

    expect(later.body.reauthenticated_until).toBe(null)
    expect(wrong.body.error.code).toBe('invalid_credentials')
    expect(right.status).toBe(200)
    expect(right.body.reauthenticated_until).not.toBe(null)
    expect(after.body.reauthenticated_until).toBe(right.body.reauthenticated_until)
  })

  test('strangers who use up the tries of an address do not stop its user from repeating the password', async () => {
    const { email, cookie } = await addUser(service, {})
    const reauthenticate = (typed: string) =>
      send('POST', '/dashboard-session/reauthenticate', { cookie, body: { password: typed } })
    const strangers = await Promise.all(Array.from({ length: 21 }, () => signIn(email, 'a wrong password')))
    const right = await reauthenticate(password)
    const wrong = await Promise.all(Array.from({ length: 20 }, () => reauthenticate('a wrong password')))

    expect(strangers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect(right.status).toBe(200)
    expect(wrong.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 19 }, () => 401), 429])
  })

  test(
    'of a thousand tries for one address from one network, ten a minute are hashed, however the address is written',
    { timeout: 120_000 },
    async () => {
      const spellings = ['tried.often@example.com', 'Tried.Often@EXAMPLE.com', '\uff54ried.often@example.com']
      const tries: Awaited<ReturnType<typeof signIn>>[] = []
      for (let batch = 0; batch < 10; batch++) {
        const hundred = Array.from({ length: 100 }, (_, index) => signIn(spellings[index % 3]!, 'a wrong password'))
        tries.push(...(await Promise.all(hundred)))
      }

      const refused = tries.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThanOrEqual(990)
      expect(refused[0]!.body.error.code).toBe('rate_limited')
      expect(Number(refused[0]!.headers.get('Retry-After'))).toBeGreaterThan(0)
    },
  )
})
