import { Problem } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import { addRequests, counterNameOf } from '../../store/requests/request-counts.ts'

/**
 * Counts attempts to authenticate, before a password is hashed or a signature verified. Each function throws `rate_limited` if no attempts
 * are left in this minute.
 */
export interface SignInLimits {
  /** Counts an attempt from a network, whatever e-mail address or link it names. */
  countNetwork(address: string): Promise<void>
  /**
   * Counts an attempt for an e-mail address. One network gets at most half of the address's attempts, so one network cannot lock the owner
   * out.
   */
  countEmail(tried: { readonly email: string; readonly address: string }): Promise<void>
  /** Counts an attempt with a known passkey, whose id is not secret. One network gets at most half of the passkey's attempts. */
  countPasskey(tried: { readonly passkeyId: string; readonly address: string }): Promise<void>
  /** Counts an attempt of a signed-in user, separately from sign-ins. */
  countUser(userId: string): Promise<void>
}

const perNetworkMax = 60
const perEmailAndNetworkMax = 10
const perEmailMax = 20
const perUserMax = 20

/**
 * Creates the limits of sign-in, which apply even if `RATE_LIMIT` is off. The attempts are counted in the database, so that all servers
 * count together.
 */
export const createSignInLimits = (database: Database): SignInLimits => {
  const count = async (max: number, of: string, caller: string): Promise<void> => {
    const tried = { counter: counterNameOf(`sign-in ${caller}`), requests: 1, millisLeft: 60_000 }
    const [counted] = await addRequests(database, [tried])
    if (counted !== undefined && counted.requests > max) throw tooMany(of, counted.millisLeft)
  }
  return {
    countNetwork: (address) => count(perNetworkMax, 'from this network', `user network ${address}`),
    async countEmail({ email, address }) {
      const folded = foldText(email.trim())
      await count(
        perEmailAndNetworkMax,
        'for this e-mail address from this network',
        `email ${folded} network ${address}`,
      )
      await count(perEmailMax, 'for this e-mail address', `email ${folded}`)
    },
    async countPasskey({ passkeyId, address }) {
      await count(perEmailAndNetworkMax, 'with this passkey from this network', `${passkeyId} network ${address}`)
      await count(perEmailMax, 'with this passkey', passkeyId)
    },
    countUser: (userId) => count(perUserMax, 'as this user', `user ${userId}`),
  }
}

const tooMany = (of: string, millisLeft: number): Problem =>
  new Problem('rate_limited', `Too many tries to sign in ${of}; try again later.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(millisLeft / 1000)),
  })
