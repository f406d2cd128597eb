import { expect, test } from 'vitest'
import { acceptUserLink, issuePasswordLink } from '#server/credentials/users/accept-user-link.ts'
import { addPasskey, listPasskeys } from '#server/credentials/passkeys/own-passkeys.ts'
import { openPasskeyChallenge } from '#server/credentials/passkeys/passkey-challenges.ts'
import { signIn, resumeDashboardSession } from '#server/credentials/users/dashboard-sessions.ts'
import type { Database } from '#server/store/database.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { addUser, inviteTo, password, type SignedIn } from '../../support/services/dashboard.ts'
import { SoftwareAuthenticator } from '../../support/services/software-authenticator.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('a password or a user that changes during a sign-in', (open) => {
  const service = useService(open)
  const wallClock = () => new Date().toISOString()
  const usersOf = (database: Database) => ({ database, mode: 'sandbox', wallClock }) as const
  const openSessions = ({ id }: SignedIn) =>
    service.database.db
      .selectFrom('dashboardSessions')
      .select('tokenHash')
      .where('userId', '=', id)
      .where('endedAt', 'is', null)
      .execute()
  const setAnotherPassword = async ({ email }: SignedIn) => {
    const { db } = service.database
    const { token } = (await issuePasswordLink(db, email, wallClock()))!
    await acceptUserLink(usersOf(db), { token, password: 'another password of some length' }, uncounted)
  }
  const disable = async ({ id }: SignedIn) => {
    const { db } = service.database
    await db.updateTable('users').set({ disabledAt: wallClock() }).where('id', '=', id).execute()
    await db.updateTable('dashboardSessions').set({ endedAt: wallClock() }).where('userId', '=', id).execute()
  }
  const inviteMember = (organizationId: string, { email }: SignedIn) =>
    inviteTo(service, { email, organizationId, role: 'member' })

  test.each([
    ['another password is set', setAnotherPassword, 1],
    ['the user is disabled', disable, 0],
  ])(
    'if %s after the password was compared, the sign-in opens no session',
    { timeout: 120_000 },
    async (_, change, sessionsLeft) => {
      const user = await addUser(service, { [service.organizationId]: 'admin' })
      const database = beforeTransaction(service.database.db, () => change(user))

      await expect(signIn(usersOf(database), { email: user.email, password })).rejects.toMatchObject({
        code: 'invalid_credentials',
      })
      expect(await openSessions(user)).toHaveLength(sessionsLeft)
    },
  )

  test.each([
    ['another password is set', setAnotherPassword, 1],
    ['the user is disabled', disable, 0],
  ])(
    'if %s after the password was compared, an invitation opens no session',
    { timeout: 120_000 },
    async (_, change, sessionsLeft) => {
      const { organizationId } = await service.addOrganization('Kettle Teas')
      const user = await addUser(service, { [service.organizationId]: 'admin' })
      const token = await inviteMember(organizationId, user)
      const database = beforeTransaction(service.database.db, () => change(user))

      await expect(acceptUserLink(usersOf(database), { token, password }, uncounted)).rejects.toMatchObject({
        code: 'invalid_credentials',
      })
      expect(await openSessions(user)).toHaveLength(sessionsLeft)
    },
  )

  test('a passkey that is added while a new password is being set is not stored', { timeout: 120_000 }, async () => {
    const user = await addUser(service, { [service.organizationId]: 'admin' })
    const { db } = service.database
    const site = { origin: 'http://localhost', relyingPartyId: 'localhost' }
    const session = await resumeDashboardSession(usersOf(db), user.cookie, wallClock())
    const asked = { purpose: 'add_passkey', user: session.user } as const
    const given = new SoftwareAuthenticator(site.origin).create(
      await openPasskeyChallenge(db, site, asked, wallClock()),
    )
    const database = beforeTransaction(db, () => setAnotherPassword(user))

    await expect(addPasskey(usersOf(database), session, given, site)).rejects.toMatchObject({
      code: 'expired_credentials',
    })
    expect(await listPasskeys(db, user.id)).toEqual([])
  })

  test(
    'a sign-in waits for a transaction that sets a new password, and is then refused',
    { timeout: 120_000 },
    async () => {
      const user = await addUser(service, { [service.organizationId]: 'admin' })
      const { db } = service.database
      let signingIn: Promise<unknown> | undefined
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable('users').set({ passwordHash: 'another' }).where('id', '=', user.id).execute()
        signingIn = signIn(usersOf(db), { email: user.email, password }).catch(({ code }) => code)
        await wait(500)
        await transaction
          .updateTable('dashboardSessions')
          .set({ endedAt: wallClock() })
          .where('userId', '=', user.id)
          .execute()
      })

      expect(await signingIn).toBe('invalid_credentials')
      expect(await openSessions(user)).toEqual([])
    },
  )
})

const uncounted = async (): Promise<void> => {}

/** A database that runs `happen` before its first transaction begins. */
const beforeTransaction = (database: Database, happen: () => Promise<void>): Database => {
  let happened: Promise<void> | undefined
  return new Proxy(database, {
    get(target, key) {
      if (key !== 'transaction') {
        const member = Reflect.get(target, key, target)
        return typeof member === 'function' ? member.bind(target) : member
      }
      return () => ({
        execute: async (run: never) => {
          await (happened ??= happen())
          return target.transaction().execute(run)
        },
      })
    },
  })
}
