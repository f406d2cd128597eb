import { Problem } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import { addRequests } from '../../store/requests/request-counts.ts'
import { sharedCounts } from '../shared-counts.ts'

/** Counts tries to prove who a user is, before a password is hashed. Each throws `rate_limited` if the tries of the minute are used up. */
export interface SignInLimits {
  /** Counts a try of a network, whichever e-mail address or link it names. */
  countNetwork(address: string): void
  /** Counts a try for an e-mail address. One network has half of its tries, so it cannot keep the owner from signing in. */
  countEmail(tried: { readonly email: string; readonly address: string }): void
  /** Counts a try of a user who has a session. Tries to sign in do not count here. */
  countUser(userId: string): void
  stop(): void
}

const perNetworkMax = 60
const perEmailAndNetworkMax = 10
const perEmailMax = 20
const perUserMax = 20

/** Limits of sign-in, which count even if `RATE_LIMIT` is off. Servers over the same `shared` database count together. */
export const createSignInLimits = (shared?: Database): SignInLimits => {
  const countUpTo = (perMinute: number, of: string) => {
    const counts = sharedCounts({
      perMinute,
      add: async (tries) => (shared === undefined ? [] : addRequests(shared, tries)),
    })
    const count = (caller: string): void => {
      const { totalHits, resetTime } = counts.increment(caller)
      if (totalHits > perMinute) throw tooMany(of, resetTime)
    }
    return { count, exchange: () => counts.exchange() }
  }
  const ofNetworks = countUpTo(perNetworkMax, 'from this network')
  const ofEmailsAndNetworks = countUpTo(perEmailAndNetworkMax, 'with this e-mail address from this network')
  const ofEmails = countUpTo(perEmailMax, 'with this e-mail address')
  const ofUsers = countUpTo(perUserMax, 'as this user')
  const all = [ofNetworks, ofEmailsAndNetworks, ofEmails, ofUsers]
  const timer = setInterval(() => void Promise.all(all.map((each) => each.exchange())), 1000)
  timer.unref()
  return {
    countNetwork: (address) => ofNetworks.count(`sign-in network ${address}`),
    countEmail({ email, address }) {
      const folded = foldText(email.trim())
      ofEmailsAndNetworks.count(`sign-in email ${folded} network ${address}`)
      ofEmails.count(`sign-in email ${folded}`)
    },
    countUser: (userId) => ofUsers.count(`sign-in user ${userId}`),
    stop: () => clearInterval(timer),
  }
}

const tooMany = (of: string, resetTime: Date): Problem =>
  new Problem('rate_limited', `Too many tries to sign in ${of}; try again later.`, {
    retryAfterSeconds: Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000)),
  })
