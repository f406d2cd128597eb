import { expect, test } from 'vitest'
import { issuePasswordLink } from '#server/credentials/users/accept-user-link.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import {
  addUser,
  cookieOf,
  type DashboardRequest,
  password,
  sendFrom,
  type SignedIn,
} from '../../support/services/dashboard.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('the users of an organization', (open) => {
  let offset = 0
  const service = useService(open, { wallClock: () => new Date(Date.now() + offset).toISOString() })
  let organizations = 0
  const anOrganization = async () => (await service.addOrganization(`Shop ${++organizations}`)).organizationId
  const as =
    (user: SignedIn, organization: string) =>
    (method: string, path: string, asked: DashboardRequest = {}) =>
      sendFrom(service, method, path, { cookie: user.cookie, organization, ...asked })
  const accept = (url: string, body: object) =>
    sendFrom(service, 'POST', '/dashboard-invitation', { body: { token: url.split('/').at(-1), ...body } })
  const emailOf = ({ id }: SignedIn) => `second.${id}@example.com`
  const aTeam = async (size = 1) => {
    const organization = await anOrganization()
    const admins = await Promise.all(Array.from({ length: size }, () => addUser(service, { [organization]: 'admin' })))
    return { organization, admins, first: as(admins[0]!, organization) }
  }

  test('an invited person joins through the link, once', { timeout: 120_000 }, async () => {
    const { first, organization } = await aTeam()
    const email = `leo${organizations}@example.com`
    const invited = await first('POST', '/users', { body: { email, role: 'support' } })
    const listed = await first('GET', '/users')
    const joined = await accept(invited.body.invitation_url, { name: 'Leo', password })
    const again = await accept(invited.body.invitation_url, { name: 'Eve', password })

    expect(invited.body).toMatchObject({ email, role: 'support', name: null, invited_until: expect.any(String) })
    expect(invited.body.invitation_url).toMatch(/\/dashboard\/invitation\/[0-9a-f]{40}$/)
    expect(listed.body.data.map((each: { email: string }) => each.email)).toContain(email)
    expect(JSON.stringify(listed.body)).not.toContain('invitation_url')
    expect(joined.status).toBe(201)
    expect(joined.body.organizations).toMatchObject([{ id: organization, role: 'support' }])
    expect(statusAndCode(again)).toEqual({ status: 401, code: 'invalid_credentials' })
    expect(again.body.error.details).toEqual([])
    const data = (await first('GET', '/users')).body.data
    expect(data).toHaveLength(2)
    expect(data[1]).toMatchObject({ email, name: 'Leo', role: 'support', invited_until: null })
  })

  test(
    'a person with an account needs its password to join, so the link alone opens no account',
    { timeout: 120_000 },
    async () => {
      const { first, organization } = await aTeam()
      const known = await addUser(service, {})
      const { body: invited } = await first('POST', '/users', { body: { email: known.email, role: 'admin' } })

      const stranger = await accept(invited.invitation_url, { name: 'Eve', password: 'a password of the attacker' })
      const owner = await accept(invited.invitation_url, { password })

      expect(statusAndCode(stranger)).toEqual({ status: 401, code: 'invalid_credentials' })
      expect(stranger.body.error.details).toMatchObject([{ path: 'body.password' }])
      expect(owner.body.user).toMatchObject({ id: known.id, name: 'Mina' })
      expect(owner.body.organizations).toMatchObject([{ id: organization, role: 'admin' }])
    },
  )

  test(
    'one invitation link compares ten passwords a minute, which count as tries to sign in',
    { timeout: 120_000 },
    async () => {
      const { first } = await aTeam()
      const known = await addUser(service, {})
      const { body: invited } = await first('POST', '/users', { body: { email: known.email, role: 'member' } })
      const tries = await Promise.all(
        Array.from({ length: 12 }, () => accept(invited.invitation_url, { password: 'a password of the attacker' })),
      )
      const signIn = await sendFrom(service, 'POST', '/dashboard-session', { body: { email: known.email, password } })

      expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
      expect(statusAndCode(signIn)).toEqual({ status: 429, code: 'rate_limited' })
    },
  )

  test(
    'an invitation ends after a week, if a newer one is sent, and if an admin ends it',
    { timeout: 120_000 },
    async () => {
      const { first } = await aTeam()
      const email = `ada${organizations}@example.com`
      const invite = async () => (await first('POST', '/users', { body: { email, role: 'member' } })).body
      const former = await invite()
      const ended = await invite()
      const removed = await first('DELETE', `/users/${ended.id}`)
      const current = await invite()
      offset = 7 * 86_400_000
      const late = await accept(current.invitation_url, { name: 'Ada', password })
      offset = 0

      expect(removed.status).toBe(200)
      for (const { invitation_url: url } of [former, ended])
        expect((await accept(url, { name: 'Ada', password })).body.error.code).toBe('invalid_credentials')
      expect(late.body.error.code).toBe('invalid_credentials')
      expect((await accept(current.invitation_url, { name: 'Ada', password })).status).toBe(201)
      expect(statusAndCode(await first('POST', '/users', { body: { email, role: 'admin' } }))).toEqual({
        status: 400,
        code: 'invalid_parameter',
      })
    },
  )

  test('the last admin cannot be removed, lowered or disabled', { timeout: 120_000 }, async () => {
    const { first, admins } = await aTeam()
    const path = `/users/${admins[0]!.id}`

    for (const refused of [
      await first('DELETE', path),
      await first('PATCH', path, { body: { role: 'member' } }),
      await first('PATCH', path, { body: { disabled: true } }),
    ])
      expect(statusAndCode(refused)).toEqual({ status: 409, code: 'last_admin' })
    expect((await first('PATCH', path, { body: { role: 'admin', name: 'Mina M.' } })).body.name).toBe('Mina M.')
  })

  test.each(['DELETE', 'PATCH'])(
    'of two admins who remove each other at the same time by %s, one stays',
    async (method) => {
      const { organization, admins } = await aTeam(2)
      const [mina, leo] = admins as [SignedIn, SignedIn]
      const asked = method === 'PATCH' ? { body: { role: 'read_only' } } : {}
      const answers = await Promise.all([
        as(mina, organization)(method, `/users/${leo.id}`, asked),
        as(leo, organization)(method, `/users/${mina.id}`, asked),
      ])

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
      const left = await service.database.db
        .selectFrom('memberships')
        .select('userId')
        .where('organizationId' as never, '=', organization as never)
        .where('role', '=', 'admin')
        .execute()
      expect(left).toHaveLength(1)
    },
  )

  test.each([
    ['removed', 'DELETE', undefined],
    ['given the role of a member', 'PATCH', { role: 'member' }],
    ['disabled', 'PATCH', { disabled: true }],
  ] as const)('an invitation ends if the admin who made it is %s', async (_, method, body) => {
    const { organization, first, admins } = await aTeam(2)
    const [mina, leo] = admins as [SignedIn, SignedIn]
    const { body: invited } = await as(leo, organization)('POST', '/users', {
      body: { email: emailOf(leo), role: 'admin' },
    })
    const { body: kept } = await first('POST', '/users', { body: { email: emailOf(mina), role: 'member' } })
    const changed = await first(method, `/users/${leo.id}`, body && { body })
    const joined = await accept(invited.invitation_url, { name: 'Leo', password })

    expect(changed.status).toBe(200)
    expect(statusAndCode(joined)).toEqual({ status: 401, code: 'invalid_credentials' })
    const open = (await first('GET', '/users')).body.data.filter(
      (each: { invited_until: string | null }) => each.invited_until !== null,
    )
    expect(open.map(({ id }: { id: string }) => id)).toEqual([kept.id])
    const ended = (await first('GET', '/audit')).body.data.find(
      (record: { object: string; after: unknown }) => record.object === invited.id && record.after === null,
    )
    expect(ended).toMatchObject({ who: mina.id, before: { role: 'admin' } })
  })

  test('a disabled user is signed out everywhere and cannot sign in', { timeout: 120_000 }, async () => {
    const { organization, first } = await aTeam()
    const user = await addUser(service, { [organization]: 'member' })
    const disabled = await first('PATCH', `/users/${user.id}`, { body: { disabled: true } })
    const signIn = () => sendFrom(service, 'POST', '/dashboard-session', { body: { email: user.email, password } })

    expect(disabled.body.disabled_at).not.toBe(null)
    expect((await as(user, organization)('GET', '/plans')).status).toBe(401)
    expect((await signIn()).status).toBe(401)
    expect((await first('PATCH', `/users/${user.id}`, { body: { disabled: false } })).body.disabled_at).toBe(null)
    expect((await as(user, organization)('GET', '/plans')).status).toBe(401)
    expect((await signIn()).status).toBe(201)
  })

  test(
    'an admin can change only the role of a user who is an operator or also works for another organization',
    { timeout: 120_000 },
    async () => {
      const { organization, first } = await aTeam()
      const shared = await addUser(service, { [organization]: 'member', [await anOrganization()]: 'admin' })
      const operator = await addUser(service, { [organization]: 'member' }, { isOperator: true })

      for (const { id } of [shared, operator]) {
        for (const body of [{ disabled: true }, { name: 'Eve' }])
          expect(statusAndCode(await first('PATCH', `/users/${id}`, { body }))).toEqual({
            status: 403,
            code: 'insufficient_permission',
          })
        expect((await first('PATCH', `/users/${id}`, { body: { role: 'support' } })).status).toBe(200)
      }
    },
  )

  test('a user who also works for another organization can change their own name, and cannot disable themselves', async () => {
    const here = await aTeam(2)
    const user = await addUser(service, { [here.organization]: 'admin', [await anOrganization()]: 'admin' })
    const own = as(user, here.organization)
    const disabled = await own('PATCH', `/users/${user.id}`, { body: { disabled: true } })

    expect(statusAndCode(disabled)).toEqual({ status: 403, code: 'insufficient_permission' })
    expect((await own('PATCH', `/users/${user.id}`, { body: { name: 'Mina M.' } })).body.name).toBe('Mina M.')
  })

  test('users and invitations of another organization are not found', { timeout: 120_000 }, async () => {
    const { first } = await aTeam()
    const other = await aTeam()
    const { body: invited } = await other.first('POST', '/users', { body: { email: 'x@example.com', role: 'member' } })

    for (const id of [other.admins[0]!.id, invited.id]) {
      expect((await first('DELETE', `/users/${id}`)).status).toBe(404)
      expect((await first('PATCH', `/users/${id}`, { body: { role: 'member' } })).status).toBe(404)
    }
    expect((await first('GET', '/users')).body.data).toHaveLength(1)
  })

  test('a password that is set through a link removes the passkeys, which an intruder may have added', async () => {
    const organization = await anOrganization()
    const user = await addUser(service, { [organization]: 'member' })
    const { db } = service.database
    const createdAt = new Date().toISOString()
    await db
      .insertInto('passkeys')
      .values({
        id: `passkey_${user.id}`,
        userId: user.id,
        credentialId: user.id,
        publicKey: 'key',
        counter: 0,
        transports: '[]',
        name: 'Laptop',
        createdAt,
        lastUsedAt: null,
      })
      .execute()
    const issued = await issuePasswordLink(db, user.email, createdAt)
    const set = await accept(issued!.token, { password: 'another password of some length' })
    const entries = await db.selectFrom('auditEntries').select('before').where('objectId', '=', user.id).execute()

    expect(set.status).toBe(201)
    expect(await db.selectFrom('passkeys').select('id').where('userId', '=', user.id).execute()).toEqual([])
    expect(entries).toContainEqual({ before: { passkeys: [{ id: `passkey_${user.id}`, name: 'Laptop' }] } })
  })

  test('a new password ends every session that was open', { timeout: 120_000 }, async () => {
    const organization = await anOrganization()
    const user = await addUser(service, { [organization]: 'member' })
    const issued = await issuePasswordLink(service.database.db, user.email, new Date().toISOString())
    const set = await accept(issued!.token, { password: 'another password of some length' })

    expect(set.status).toBe(201)
    expect((await as(user, organization)('GET', '/plans')).status).toBe(401)
    expect((await sendFrom(service, 'GET', '/dashboard-session', { cookie: cookieOf(set) })).status).toBe(200)
    expect((await accept(issued!.token, { password })).body.error.code).toBe('invalid_credentials')
    const signIn = (typed: string) =>
      sendFrom(service, 'POST', '/dashboard-session', { body: { email: user.email, password: typed } })
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn('another password of some length')).status).toBe(201)
  })
})
