import { expect, test } from 'vitest'
import { acceptUserLink, issuePasswordLink } from '#server/credentials/users/accept-user-link.ts'
import { hashToken, mintToken } from '#server/credentials/secret-tokens.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { addUser, cookieOf } from '../../support/services/dashboard.ts'
import { refusedSignIn, useIssuer, wallClock } from '../../support/sign-in/use-issuer.ts'

describeEachDatabase('the link of a user to an identity provider', (open) => {
  const { issuer, service, browser, becomes, linkedUser, linkOf, reasons, auditOf, invite, takePassword } =
    useIssuer(open)

  test('a user is linked once by their verified address, and gets a session as with a password', async () => {
    const user = await addUser(service, { [service.organizationId]: 'admin' })
    becomes(user)
    issuer().person = { ...issuer().person, email: user.email.toUpperCase() }
    const answer = await browser.signIn()
    const session = await browser.send('GET', '', { cookie: cookieOf(answer) })

    expect(answer.headers.getSetCookie()[1]).toMatch(
      /^billing_dashboard=[0-9a-f]{40}; Max-Age=43200; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/,
    )
    expect(session.body).toMatchObject({
      user: { id: user.id, email: user.email },
      identity_provider: 'Tea Company',
      reauthenticated_until: expect.any(String),
    })
    const identity = { issuer: issuer().settings.issuer, subject: issuer().person.sub }
    expect(await linkOf(user.id)).toMatchObject(identity)
    expect(await auditOf(user.id, 'linkIdentity')).toEqual([{ before: null, after: { identity } }])
    await browser.send('DELETE', '', { cookie: cookieOf(answer) })
    expect((await browser.send('GET', '', { cookie: cookieOf(answer) })).status).toBe(401)
  })

  test('after that, only the subject identifies the user, whatever the address at the provider becomes', async () => {
    const user = await linkedUser()
    const { sub } = issuer().person
    issuer().person = { sub, email: 'moved@example.com', email_verified: false }
    const moved = await browser.signIn()
    issuer().person = { sub: 'another person', email: user.email, email_verified: true }
    const successor = await browser.signIn()

    expect(moved.body.user).toMatchObject({ id: user.id, email: user.email })
    expect(successor).toMatchObject(refusedSignIn)
    expect(reasons().at(-1)).toContain('another subject')
    expect(await linkOf(user.id)).toMatchObject({ subject: sub })
  })

  test('an address that only userinfo contains counts if its subject is the same', async () => {
    const user = await addUser(service, {})
    becomes(user)
    issuer().lies = { userinfo: {} }

    expect((await browser.signIn()).body.user.id).toBe(user.id)
  })

  test('an address that only looks like a user’s address is refused', async () => {
    const user = await addUser(service, {})
    becomes(user)
    issuer().person = { ...issuer().person, email: user.email.replace('usr', 'ｕsr') }

    expect(await browser.signIn()).toMatchObject(refusedSignIn)
    expect(reasons().at(-1)).toContain('resembles')
  })

  test('signing in alone creates no account', async () => {
    issuer().person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true }

    expect(await browser.signIn()).toMatchObject(refusedSignIn)
    expect(reasons().at(-1)).toBe('no user and no open invitation has the address')
    const users = await service.database.db.selectFrom('users').select('email').execute()
    expect(users.map(({ email }) => email)).not.toContain('stranger@example.com')
  })

  test('an invited person becomes a user with the role of the invitation, which is used up', async () => {
    const email = `ada-${mintToken()}@example.com`
    await invite(email)
    issuer().person = { sub: email, email, email_verified: true, name: 'Ada' }
    const first = await browser.signIn()
    const again = await browser.signIn()

    expect(first.body).toMatchObject({ user: { email, name: 'Ada' }, organizations: [{ role: 'support' }] })
    expect(again.body.user.id).toBe(first.body.user.id)
    const left = await service.database.db.selectFrom('userTokens').select('id').where('email', '=', email).execute()
    expect(left).toEqual([])
  })

  test('an expired invitation signs no user in', async () => {
    const email = `late-${mintToken()}@example.com`
    const token = await invite(email)
    await service.database.db
      .updateTable('userTokens')
      .set({ expiresAt: '2026-01-01T00:00:00.000Z' })
      .where('tokenHash', '=', hashToken(token))
      .execute()
    issuer().person = { sub: email, email, email_verified: true }

    expect(await browser.signIn()).toMatchObject(refusedSignIn)
  })

  test('a user joins another organization only by its invitation, and not by signing in', async () => {
    const user = await linkedUser()
    await takePassword(user)
    const { organizationId } = await service.addOrganization('Kettle Teas')
    const invitation = await invite(user.email, organizationId)
    const foreign = await invite('someone.else@example.com', organizationId)
    const without = await browser.signIn()
    const withForeign = await browser.signIn({ invitation: foreign })
    const withOwn = await browser.signIn({ invitation })
    issuer().lies = { claims: { email_verified: false } }
    const unverified = await browser.signIn({ invitation: foreign })
    issuer().lies = {}
    const again = await browser.signIn({ invitation })

    expect(without.body.organizations).toHaveLength(1)
    expect(withForeign).toMatchObject(refusedSignIn)
    expect(withOwn.body.organizations.map(({ id }: { readonly id: string }) => id)).toContain(organizationId)
    expect([unverified, again]).toMatchObject([refusedSignIn, refusedSignIn])
  })

  test('an account with a password needs it to accept an invitation, because another person may have made the account', async () => {
    const user = await linkedUser()
    const { organizationId } = await service.addOrganization('Third Teas')
    const invitation = await invite(user.email, organizationId)

    expect(await browser.signIn({ invitation })).toMatchObject(refusedSignIn)
    expect(reasons().at(-1)).toBe('a user with a password joins by the password')
    expect((await browser.signIn()).body.organizations).toHaveLength(1)
  })

  test('a linked user whose address at the provider has changed accepts no invitation of the new address', async () => {
    const user = await linkedUser()
    await takePassword(user)
    const { organizationId } = await service.addOrganization('Other Teas')
    const email = `next-${mintToken()}@example.com`
    const invitation = await invite(email, organizationId)
    issuer().person = { ...issuer().person, email }

    expect(await browser.signIn({ invitation })).toMatchObject(refusedSignIn)
    expect(reasons().at(-1)).toBe('the invitation is for another address')
    expect((await browser.send('GET', '', { cookie: user.cookie })).body.organizations).toHaveLength(1)
  })

  test('a disabled user is refused, with or without a link', async () => {
    const linked = await linkedUser()
    const { db } = service.database
    await db.updateTable('users').set({ disabledAt: wallClock() }).where('id', '=', linked.id).execute()
    expect(await browser.signIn()).toMatchObject(refusedSignIn)
    const other = await addUser(service, {})
    await db.updateTable('users').set({ disabledAt: wallClock() }).where('id', '=', other.id).execute()
    becomes(other)

    expect(await browser.signIn()).toMatchObject(refusedSignIn)
    expect(reasons().slice(-2)).toEqual(['the user is disabled', 'the user is disabled'])
    expect(await linkOf(other.id)).toBe(undefined)
  })

  test('a user removes the link, is signed out elsewhere, and is linked again at the next sign-in', async () => {
    const user = await linkedUser()
    const other = cookieOf(await browser.signIn())
    const { body } = await browser.send('GET', '/identity', { cookie: user.cookie })
    const removed = await browser.send('DELETE', '/identity', { cookie: user.cookie })

    expect(body.identity).toMatchObject({ issuer: issuer().settings.issuer, subject: issuer().person.sub })
    expect([removed.status, await linkOf(user.id)]).toEqual([200, undefined])
    expect((await browser.send('GET', '', { cookie: other })).status).toBe(401)
    expect((await browser.send('GET', '', { cookie: user.cookie })).status).toBe(200)
    expect((await browser.send('DELETE', '/identity', { cookie: user.cookie })).status).toBe(404)
    const identity = { issuer: issuer().settings.issuer, subject: issuer().person.sub }
    expect(await auditOf(user.id, 'removeIdentity')).toEqual([{ before: { identity }, after: { identity: null } }])
    expect((await browser.signIn()).status).toBe(201)
  })

  test('the link is removed only after a recent proof, and stays if it is the only way to sign in', async () => {
    const user = await linkedUser()
    const { db } = service.database
    await takePassword(user)
    const last = await browser.send('DELETE', '/identity', { cookie: user.cookie })
    await db.updateTable('dashboardSessions').set({ reauthenticatedAt: '2026-01-01T00:00:00.000Z' }).execute()
    const unconfirmed = await browser.send('DELETE', '/identity', { cookie: user.cookie })

    expect(last).toMatchObject({ status: 409, body: { error: { code: 'last_sign_in_method' } } })
    expect(unconfirmed).toMatchObject({ status: 403, body: { error: { code: 'reauthentication_required' } } })
    expect(await linkOf(user.id)).not.toBe(undefined)
  })

  test('the link to a former issuer can be removed, because no user signs in with it', async () => {
    const user = await linkedUser()
    await takePassword(user)
    const atIssuer = (name: string) =>
      service.database.db.updateTable('userIdentities').set({ issuer: name }).where('userId', '=', user.id).execute()
    await atIssuer('https://former.example')

    expect((await browser.send('DELETE', '/identity', { cookie: user.cookie })).status).toBe(200)
    expect(await linkOf(user.id)).toBe(undefined)
  })

  test('the last passkey of a user without a password can be removed if they can sign in with the provider', async () => {
    const user = await linkedUser()
    const { db } = service.database
    await takePassword(user)
    const id = `pkey_${mintToken()}`
    await db
      .insertInto('passkeys')
      .values({
        id,
        userId: user.id,
        credentialId: id,
        publicKey: 'none',
        counter: 0,
        transports: '[]',
        name: 'Laptop',
        createdAt: wallClock(),
      })
      .execute()
    const remove = () => browser.send('DELETE', `/passkeys/${id}`, { cookie: user.cookie })
    const atIssuer = (name: string) =>
      db.updateTable('userIdentities').set({ issuer: name }).where('userId', '=', user.id).execute()

    await atIssuer('https://former.example')
    expect(await remove()).toMatchObject({ status: 409, body: { error: { code: 'last_sign_in_method' } } })
    await atIssuer(issuer().settings.issuer)
    expect((await remove()).status).toBe(200)
  })

  test('a new password ends the sessions, and the link stays', { timeout: 120_000 }, async () => {
    const user = await linkedUser()
    const { db } = service.database
    const { token } = (await issuePasswordLink(db, user.email, wallClock()))!
    const users = { database: db, mode: 'sandbox', wallClock } as const
    await acceptUserLink(users, { token, password: 'another password of some length' }, async () => {})

    expect((await browser.send('GET', '', { cookie: user.cookie })).status).toBe(401)
    expect(await linkOf(user.id)).not.toBe(undefined)
    expect((await browser.signIn()).body.user.id).toBe(user.id)
  })

  test('a link to a former issuer no longer counts, and is replaced by the verified address', async () => {
    const user = await addUser(service, {})
    const former = { issuer: 'https://former.example', subject: 'mina' }
    const at = { linkedAt: wallClock(), lastUsedAt: wallClock() }
    await service.database.db
      .insertInto('userIdentities')
      .values({ userId: user.id, ...former, ...at })
      .execute()
    becomes(user)

    expect((await browser.send('GET', '', { cookie: user.cookie })).body.identity_provider).toBe(null)
    expect((await browser.signIn()).status).toBe(201)
    expect(await auditOf(user.id, 'linkIdentity')).toMatchObject([{ before: { identity: former } }])
  })
})
