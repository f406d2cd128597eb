import { Problem } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import { addRequests } from '../../store/requests/request-counts.ts'
import { sharedCounts } from '../shared-counts.ts'

/** Counts tries to sign in, before a password is hashed. */
export interface SignInLimits {
  /** Throws `rate_limited` if the e-mail address or the network has used up its tries of the minute. */
  count(tried: { readonly email: string | null; readonly address: string }): void
  stop(): void
}

const perEmailMax = 20
const perNetworkMax = 60

/** Limits of sign-in, which count even if `RATE_LIMIT` is off. Servers over the same `shared` database count together. */
export const createSignInLimits = (shared?: Database): SignInLimits => {
  const countUpTo = (perMinute: number) =>
    sharedCounts({ perMinute, add: async (tries) => (shared === undefined ? [] : addRequests(shared, tries)) })
  const ofEmails = countUpTo(perEmailMax)
  const ofNetworks = countUpTo(perNetworkMax)
  const timer = setInterval(() => void Promise.all([ofEmails.exchange(), ofNetworks.exchange()]), 1000)
  timer.unref()
  return {
    count({ email, address }) {
      const network = ofNetworks.increment(`sign-in network ${address}`)
      if (network.totalHits > perNetworkMax) throw tooMany('network', network.resetTime)
      if (email === null) return
      const named = ofEmails.increment(`sign-in email ${foldText(email.trim())}`)
      if (named.totalHits > perEmailMax) throw tooMany('e-mail address', named.resetTime)
    },
    stop: () => clearInterval(timer),
  }
}

const tooMany = (of: string, resetTime: Date): Problem =>
  new Problem('rate_limited', `Too many tries to sign in from this ${of}; try again later.`, {
    retryAfterSeconds: Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000)),
  })
