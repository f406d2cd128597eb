import { expect, test } from 'vitest'
import { removeIdentityOf } from '#server/credentials/identities/own-identity.ts'
import { acceptUserLink } from '#server/credentials/users/accept-user-link.ts'
import { mintToken } from '#server/credentials/secret-tokens.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { addUser } from '../../support/services/dashboard.ts'
import type { IssuerPerson } from '../../support/sign-in/software-issuer.ts'
import { useIssuer, wallClock } from '../../support/sign-in/use-issuer.ts'

describeEachDatabase('requests that meet while a user signs in with an identity provider', (open) => {
  const { issuer, service, browser, invite } = useIssuer(open)

  const personOf = (email: string, sub = email): IssuerPerson => ({ sub, email, email_verified: true })
  const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted()
  const openSessions = (userId: string) =>
    service.database.db
      .selectFrom('dashboardSessions')
      .select('tokenHash')
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .execute()
  const usersOf = (email: string) =>
    service.database.db
      .selectFrom('users')
      .leftJoin('userIdentities', 'userIdentities.userId', 'users.id')
      .select(['users.id', 'subject'])
      .where('email', '=', email)
      .execute()
  const invited = async () => {
    const email = `ada-${mintToken()}@example.com`
    return { token: await invite(email), email }
  }

  test('an answer that is sent twice at the same time opens exactly one session', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await addUser(service, { [service.organizationId]: 'admin' })
      issuer().person = personOf(user.email)
      const brought = await browser.visit()
      const answers = await Promise.all([browser.finish(brought), browser.finish(brought), browser.finish(brought)])

      expect(statusesOf(answers)).toEqual([201, 401, 401])
      // The session from `addUser`, and exactly one more.
      expect(await openSessions(user.id)).toHaveLength(2)
    }
  })

  test('two browsers that link the same user to the same subject both sign in', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await addUser(service, {})
      issuer().person = personOf(user.email)
      const brought = [await browser.visit(), await browser.visit()]
      const answers = await Promise.all(brought.map((each) => browser.finish(each)))

      expect(statusesOf(answers)).toEqual([201, 201])
      expect(await usersOf(user.email)).toHaveLength(1)
    }
  })

  test('of two subjects with one address, exactly one becomes the user', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await addUser(service, {})
      const brought = [await browser.visit(), await browser.visit()]
      let redeemed = 0
      const subjects = () => `subject ${++redeemed} of ${user.id}`
      issuer().person = {
        ...personOf(user.email),
        get sub() {
          return subjects()
        },
      }
      const answers = await Promise.all(brought.map((each) => browser.finish(each)))

      expect(statusesOf(answers)).toEqual([201, 401])
    }
  })

  test('an invitation that is accepted by password and by identity at the same time makes one user', async () => {
    for (let round = 0; round < 3; round++) {
      const { token, email } = await invited()
      issuer().person = personOf(email)
      const users = { database: service.database.db, mode: 'sandbox', wallClock } as const
      const brought = await browser.visit()
      const body = { token, name: 'Ada', password: 'correct horse battery staple' }
      await Promise.allSettled([acceptUserLink(users, body, async () => {}), browser.finish(brought)])
      const made = await usersOf(email)
      const memberships = await acrossOrganizations(service.database.db, 'user session')
        .selectFrom('memberships')
        .select('userId')
        .where('userId', '=', made[0]!.id)
        .execute()

      expect([made.length, memberships.length]).toEqual([1, 1])
    }
  })

  test('two first sign-ins of an invited person make one user', async () => {
    for (let round = 0; round < 5; round++) {
      const { email } = await invited()
      issuer().person = personOf(email)
      const brought = [await browser.visit(), await browser.visit()]
      const answers = await Promise.all(brought.map((each) => browser.finish(each)))

      expect(answers.some(({ status }) => status === 201)).toBe(true)
      expect(await usersOf(email)).toEqual([{ id: expect.any(String), subject: email }])
    }
  })

  test('no session that was opened through a removed link stays open', async () => {
    for (let round = 0; round < 8; round++) {
      const user = await addUser(service, {})
      issuer().person = personOf(user.email)
      expect((await browser.signIn()).status).toBe(201)
      const brought = await browser.visit()
      const { db } = service.database
      await Promise.all([browser.finish(brought), removeIdentityOf(db, user.email, wallClock())])
      const [sessions, users] = [await openSessions(user.id), await usersOf(user.email)]

      // If the sign-in finished after the removal, it linked the user again, and its session stays open.
      expect(sessions.length).toBe(users[0]!.subject === null ? 0 : 1)
    }
  })
})
