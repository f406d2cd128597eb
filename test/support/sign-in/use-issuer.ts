import { afterAll, beforeEach, expect } from 'vitest'
import { createOpenIdConnectProvider } from '#server/credentials/identities/create-open-id-connect-provider.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { addUser, inviteTo, type SignedIn } from '../services/dashboard.ts'
import { useService } from '../services/use-service.ts'
import { browserAtIssuer } from './browser-at-issuer.ts'
import { type SoftwareIssuer, startSoftwareIssuer } from './software-issuer.ts'

/** The answer to every refused sign-in, whatever the reason. */
export const refusedSignIn = {
  status: 401,
  body: {
    error: {
      code: 'invalid_credentials',
      message: "The identity provider's answer was not accepted. Try again, or use another way to sign in.",
    },
  },
}

/** The time on the machine's clock. */
export const wallClock = (): string => new Date().toISOString()

/**
 * A service whose users may sign in with an issuer, and functions for its stories. Each test begins with an issuer that answers correctly.
 */
export const useIssuer = (open: () => Promise<TestDatabase>) => {
  let started: SoftwareIssuer | undefined
  let network = 0
  const issuer = (): SoftwareIssuer => {
    if (started === undefined) throw new Error('The issuer starts with the service, before the first test.')
    return started
  }
  const service = useService(open, async () => {
    started = await startSoftwareIssuer()
    const identityProvider = createOpenIdConnectProvider(started.settings, { wallClock, timeoutSeconds: 1 })
    return { identityProvider, trustedProxies: ['loopback'] }
  })
  const browser = browserAtIssuer(service, issuer, () => network)
  afterAll(() => started?.close())
  beforeEach(() => {
    network += 1
    issuer().lies = {}
    issuer().person = { sub: 'no one' }
  })

  const becomes = ({ id, email }: Pick<SignedIn, 'id' | 'email'>): void => {
    issuer().person = { sub: `subject of ${id}`, email, email_verified: true, name: 'Mina at the issuer' }
  }
  return {
    issuer,
    service,
    browser,
    /** Makes the person at the issuer one with a user's e-mail address, and with a subject that belongs to this user alone. */
    becomes,
    /** An admin who has signed in with the issuer once. */
    async linkedUser(): Promise<SignedIn> {
      const user = await addUser(service, { [service.organizationId]: 'admin' })
      becomes(user)
      expect((await browser.signIn()).status).toBe(201)
      return user
    },
    /** Removes a user's password, as though the first sign-in with the issuer had created the user. */
    takePassword: ({ id }: SignedIn) =>
      service.database.db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute(),
    linkOf: (userId: string) =>
      service.database.db.selectFrom('userIdentities').selectAll().where('userId', '=', userId).executeTakeFirst(),
    /** Why sign-ins were refused, according to the log. */
    reasons: () =>
      service.logged
        .map((line) => JSON.parse(line) as { readonly msg: string; readonly reason?: string })
        .filter(({ msg }) => msg === 'a sign-in with the identity provider was refused')
        .map(({ reason }) => reason),
    /** The changes that the operation `what` made to an object, according to the audit log. */
    async auditOf(objectId: string, what: string) {
      const all = await service.database.db.selectFrom('auditEntries').selectAll().orderBy('id').execute()
      return all
        .filter((entry) => entry.objectId === objectId && entry.what === what)
        .map(({ before, after }) => ({ before, after }))
    },
    /** Invites an address and returns the token of the link. */
    invite: (email: string, organizationId = service.organizationId): Promise<string> =>
      inviteTo(service, { email, organizationId, role: 'support' }),
  }
}
