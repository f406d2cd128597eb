import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '../store/database.ts'
import type { MasterSecret } from './master-secret.ts'
import { openServerKeys, type ServerKeyKind } from './server-keys.ts'

const lifetimeSeconds = 15 * 60

/** The kind of session that a client token is for: a checkout, or the portal. */
type Audience = 'checkout' | 'portal'

/** The content of a client token: the session that its bearer may use. */
interface ClientTokenFacts {
  readonly audience: Audience
  readonly organizationId: string
  readonly sessionId: string
  /** The origin of our own page, if one of our pages shows the session. */
  readonly ownOrigin?: string | null
}

/**
 * Issues and verifies client tokens, the credentials of widgets and portals: signed, short-lived, and valid for one session. Times are
 * wall-clock.
 */
export interface ClientTokens {
  /**
   * Issues a token that is valid for 14 to 15 minutes, but never beyond `notAfter`. A second call for the same session may return the same
   * token.
   */
  issueClientToken(token: ClientTokenFacts & { wall: Timestamp; notAfter: Timestamp }): Promise<string>
  /** Returns the content of a token. Throws `invalid_credentials` or `expired_credentials`. */
  verifyClientToken(token: string, wall: Timestamp): Promise<ClientTokenFacts>
}

/** The kind of key that signs client tokens. */
export const clientTokenKeyKind: ServerKeyKind = {
  purpose: 'client_token',
  usableAfterSeconds: lifetimeSeconds,
  make: async () => (await promisify(generateKeyPair)('ed25519')).privateKey,
}

/** Opens the client tokens of this server; the first start makes the signing key. */
export const openClientTokens = async (
  database: Database,
  masterSecret: MasterSecret,
  wall: Timestamp,
): Promise<ClientTokens> => {
  const keys = await openServerKeys(database, masterSecret, clientTokenKeyKind, wall)
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
 * Signs a JWT (RFC 7519) in its compact form. jose, which verifies it, would sign in another thread and take 0.17 ms of CPU instead of
 * 0.04, which matters at a session's first page view.
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
 * Whether a session can get its earlier token again. The earlier token must expire no later than a new one would, and less than a minute
 * earlier. A widget that waits for a payment reads its checkout again and again, and a new signature would take a tenth of each read.
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

/** Throws jose's errors about the token as problems for the caller, and any other error unchanged. */
const refuse = (error: unknown): never => {
  if (error instanceof errors.JWTExpired) {
    throw new Problem('expired_credentials', 'This client token has expired; read the checkout again for a new one.')
  }
  if (error instanceof errors.JOSEError)
    throw new Problem('invalid_credentials', 'This is not a client token of this server.')
  throw error
}

/** The audiences of tokens. Each token is valid for exactly one audience. */
const audiences = ['checkout', 'portal'] as const satisfies readonly Audience[]

const factsOfPayload = ({ aud, org, sub, own }: JWTPayload): ClientTokenFacts => ({
  audience: aud === 'portal' ? 'portal' : 'checkout',
  organizationId: String(org),
  sessionId: String(sub),
  ownOrigin: typeof own === 'string' ? own : null,
})
