import type { Problem } from '@billing-checkout/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Organization } from '../../organization/organization.ts'
import { timeoutOfCards } from '../../connections/route-of.ts'
import type { Billing } from '../billing.ts'
import { type CountedAddress, declinesAllowed, readAddress } from './declines-of-address.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** A network address of an organization's shoppers. */
interface SharedAddress extends Pick<CountedAddress, 'address'> {
  readonly organizationId: string
}

/** Thrown for a payment that may go on only when the outcomes of others from its network address are known. */
export class MustWaitForOthers extends Error {
  readonly shared: SharedAddress
  /** The refusal for where a payment cannot wait. */
  readonly refusal: Problem

  constructor(shared: SharedAddress, refusal: Problem) {
    super('Too many payments of this address are on their way.', { cause: refusal })
    this.shared = shared
    this.refusal = refusal
  }
}

/**
 * How long a payment waits while no outcome of the others becomes known; then it goes ahead, because nobody can tell when there
 * will be one.
 */
const quietMillisMax = 10_000

/** How long a payment waits in all, because a shopper waits with it. */
const waitMillisMax = 30_000

/** How often the outcomes of an address are looked at while somebody waits for them. */
const lookEveryMillis = 100

/** How many payments of all addresses may wait in one process. */
const waitingMax = 1000

/**
 * Runs a payment. One that throws {@link MustWaitForOthers} is run again as soon as there is room. Those who wait for one address
 * go in the order in which they came, as many at a time as may still be declined. So all shoppers who share an address are
 * served, and whoever sends many stolen cards at once learns about them only one after the other.
 */
export const waitForOthers = async <Result>(
  billing: Billing,
  organization: Organization,
  run: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> => {
  const waitsUntil = performance.now() + waitMillisMax
  let isQuiet = false
  for (;;) {
    try {
      return await run(isQuiet || performance.now() >= waitsUntil)
    } catch (error) {
      if (!(error instanceof MustWaitForOthers)) throw error
      if (waiting >= waitingMax) throw error.refusal
      isQuiet = await turnOf(billing, organization, error.shared, waitsUntil)
    }
  }
}

interface Waiting {
  readonly waitsUntil: number
  /** Lets the payment try again; `isQuiet` says that no outcome became known for so long that it need not wait any more. */
  readonly go: (isQuiet: boolean) => void
}

const queues = new WeakMap<Billing, Map<string, Waiting[]>>()
let waiting = 0

/**
 * Resolves when there is room for another payment of the address, or when this one has waited long enough. Answers whether no
 * outcome became known for that long.
 */
const turnOf = async (
  billing: Billing,
  organization: Organization,
  shared: SharedAddress,
  waitsUntil: number,
): Promise<boolean> => {
  const byAddress = queues.get(billing) ?? new Map<string, Waiting[]>()
  queues.set(billing, byAddress)
  const key = `${shared.organizationId}/${shared.address}`
  const { promise, resolve: go } = Promise.withResolvers<boolean>()
  const queue = byAddress.get(key)
  waiting++
  try {
    if (queue === undefined) {
      const begun = [{ waitsUntil, go }]
      byAddress.set(key, begun)
      void letThrough(billing, organization, shared, begun, () => byAddress.delete(key))
    } else {
      const behind = queue.findIndex((other) => other.waitsUntil > waitsUntil)
      queue.splice(behind === -1 ? queue.length : behind, 0, { waitsUntil, go })
    }
    return await promise
  } finally {
    waiting--
  }
}

/** Releases those who wait for one address, until nobody is left; whoever comes then begins a new queue. */
const letThrough = async (
  billing: Billing,
  organization: Organization,
  shared: SharedAddress,
  queue: Waiting[],
  end: () => void,
): Promise<void> => {
  const { database, processors, wallClock } = billing
  const timeoutSeconds = timeoutOfCards(processors, organization)
  let lastSeen = ''
  let changedAt = performance.now()
  while (queue.length > 0) {
    await sleep(lookEveryMillis)
    try {
      const counted = { address: shared.address, fingerprint: null, wall: wallClock(), timeoutSeconds }
      const { declines, approvals, onTheWay } = await readAddress(
        inOrganization(database, shared.organizationId),
        counted,
      )
      const now = performance.now()
      const seen = `${declines} ${approvals} ${onTheWay}`
      if (seen !== lastSeen) changedAt = now
      lastSeen = seen
      const isQuiet = now - changedAt >= quietMillisMax
      const late = isQuiet ? queue.length : queue.filter(({ waitsUntil }) => waitsUntil <= now).length
      const allowed = declinesAllowed(organization.settings, approvals)
      // When the limit is certainly reached, all of them may try and are refused.
      const room = declines >= allowed ? queue.length : allowed - declines - onTheWay
      for (const { go } of queue.splice(0, Math.max(room, late, 0))) go(isQuiet)
    } catch {
      // The database cannot be asked. Their own transactions will throw that error.
      for (const { go } of queue.splice(0)) go(false)
    }
  }
  end()
}
