import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '../store/database.ts'
import type { MasterSecret } from './master-secret.ts'
import { openServerKeys, type ServerKeyKind } from './server-keys.ts'

const lifetimeSeconds = 15 * 60

/** Whose session a client token is for: a checkout's, or the portal's. */
type Audience = 'checkout' | 'portal'

/** What a client token says: which session its bearer may use. */
interface ClientTokenFacts {
  readonly audience: Audience
  readonly organizationId: string
  readonly sessionId: string
  /** The origin of our own pages, if one of them shows the session. */
  readonly ownOrigin?: string | null
}

/**
 * Makes and checks client tokens, the credentials of widgets and portals: signed, short-lived, and good for one session. Times are wall-
 * clock.
 */
export interface ClientTokens {
  /** A token. Good for 14 to 15 minutes, never beyond `notAfter`; a session that asks again may get the same token. */
  issueClientToken(token: ClientTokenFacts & { wall: Timestamp; notAfter: Timestamp }): Promise<string>
  /** What a token says. Throws `invalid_credentials` or `expired_credentials`. */
  verifyClientToken(token: string, wall: Timestamp): Promise<ClientTokenFacts>
}

/** The kind of key that client tokens are signed with. */
export const tokenKey: ServerKeyKind = {
  purpose: 'client_token',
  usableAfterSeconds: lifetimeSeconds,
  make: async () => (await promisify(generateKeyPair)('ed25519')).privateKey,
}

/** The client tokens of this server; its signing key is made at the first start. */
export const openClientTokens = async (
  database: Database,
  masterSecret: MasterSecret,
  wall: Timestamp,
): Promise<ClientTokens> => {
  const keys = await openServerKeys(database, masterSecret, tokenKey, wall)
  const issued = new Map<string, IssuedToken>()
  return {
    async issueClientToken({ audience, organizationId, sessionId, ownOrigin = null, wall: now, notAfter }) {
      const { kid, privateKey } = await keys.current(now)
      const issuedAt = secondsOf(now)
      const expiresAt = Math.min(issuedAt + lifetimeSeconds, secondsOf(notAfter))
      const name = `${kid} ${audience} ${organizationId} ${sessionId} ${ownOrigin}`
      const known = issued.get(name)
      if (known !== undefined && isAsGoodAs(known, { issuedAt, expiresAt })) return known.token
      const own = ownOrigin === null ? {} : { own: ownOrigin }
      const claims = { org: organizationId, aud: audience, sub: sessionId, ...own, iat: issuedAt, exp: expiresAt }
      const token = signToken({ alg: 'EdDSA', typ: 'JWT', kid }, claims, privateKey)
      if (issued.size >= issuedMax) issued.clear()
      issued.set(name, { token, issuedAt, expiresAt })
      return token
    },

    async verifyClientToken(token, now) {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => (await keys.find(kid ?? '', now))?.publicKey ?? Promise.reject(unknownKey()),
        {
          algorithms: ['EdDSA'],
          audience: [...audiences],
          currentDate: new Date(now),
          requiredClaims: ['sub', 'org', 'exp', 'aud'],
        },
      ).catch(refuse)
      return factsOfPayload(payload)
    },
  }
}

/**
 * A signed JWT (RFC 7519) in its compact form. jose, which verifies it, would sign it in another thread, for 0.17 ms of CPU instead of
 * 0.04: a tenth of a session's first page view.
 */
const signToken = (header: object, claims: object, privateKey: KeyObject): string => {
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

interface IssuedToken {
  readonly token: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/**
 * Whether a session's earlier token does for a new one: it ends less than a minute before a new one would, and never later. A
 * widget that waits for a payment reads its checkout again and again, and a signature takes a tenth of that.
 */
const isAsGoodAs = (
  earlier: IssuedToken,
  { issuedAt, expiresAt }: Pick<IssuedToken, 'issuedAt' | 'expiresAt'>,
): boolean =>
  earlier.issuedAt <= issuedAt && earlier.expiresAt <= expiresAt && expiresAt - earlier.expiresAt < reusedSeconds

const reusedSeconds = 60
const issuedMax = 5000

const secondsOf = (time: Timestamp): number => Math.floor(Date.parse(time) / 1000)

const unknownKey = () => new errors.JWKSNoMatchingKey()

/** Rethrows an error; only what the library found wrong with the token becomes the caller's problem. */
const refuse = (error: unknown): never => {
  if (error instanceof errors.JWTExpired) {
    throw new Problem('expired_credentials', 'This client token has expired; read the checkout again for a new one.')
  }
  if (error instanceof errors.JOSEError)
    throw new Problem('invalid_credentials', 'This is not a client token of this server.')
  throw error
}

/** A token is for exactly one of them. */
const audiences = ['checkout', 'portal'] as const satisfies readonly Audience[]

const factsOfPayload = ({ aud, org, sub, own }: JWTPayload): ClientTokenFacts => ({
  audience: aud === 'portal' ? 'portal' : 'checkout',
  organizationId: String(org),
  sessionId: String(sub),
  ownOrigin: typeof own === 'string' ? own : null,
})
