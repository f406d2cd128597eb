import type { Problem } from '@billing-checkout/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { longestCardTimeout } from '../../connections/routed-processor.ts'
import type { Organization } from '../../organization/organization.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { Billing } from '../billing.ts'
import { type NetworkAddressQuery, declinesAllowed, readAddressRecord } from './declines-of-address.ts'

interface SharedAddress extends Pick<NetworkAddressQuery, 'address'> {
  readonly organizationId: string
}

/** Thrown for a payment that must wait for the outcomes of other payments from its network address. */
export class MustWaitForOthers extends Error {
  readonly shared: SharedAddress
  /** The error to throw if the payment cannot wait. */
  readonly refusal: Problem

  constructor(shared: SharedAddress, refusal: Problem) {
    super('Too many payments from this address are in flight.', { cause: refusal })
    this.shared = shared
    this.refusal = refusal
  }
}

/**
 * How long a payment waits if no other payment from its address gets an outcome. After this time, the payment proceeds, because the
 * outcomes of the others may take much longer.
 */
const quietMillisMax = 10_000

/** The longest total wait of a payment, because its shopper is waiting. */
const waitMillisMax = 30_000

/** The interval at which the outcomes of an address are read while payments wait. */
const lookEveryMillis = 100

/** The number of payments, of all addresses, that may wait in one process. */
const waitingMax = 1000

/**
 * Runs a payment. If it throws {@link MustWaitForOthers}, this runs it again after a wait, or throws the refusal if too many payments wait
 * already. The payments of one network address proceed in the order of their arrival. Even if all payments that run at the same time were
 * declined, the address would not exceed its limit of declines. Therefore all shoppers who share an address are served, while a thief who
 * sends many stolen cards at once gets the outcomes one after another.
 */
export const runAfterPaymentsInFlight = async <Result>(
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
      isQuiet = await waitForTurn(billing, organization, error.shared, waitsUntil)
    }
  }
}

interface Waiting {
  readonly waitsUntil: number
  /** Lets the payment run again. `isQuiet` is true if no outcome arrived for {@link quietMillisMax}; the payment then no longer waits. */
  readonly go: (isQuiet: boolean) => void
}

const queues = new WeakMap<Billing, Map<string, Waiting[]>>()
let waiting = 0

/**
 * Resolves when the address's limit leaves room for this payment, or when the payment has waited long enough. The result is true if no
 * outcome arrived for {@link quietMillisMax}.
 */
const waitForTurn = async (
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

/** Lets the waiting payments of one address proceed, until none is left. A payment that arrives later starts a new queue. */
const letThrough = async (
  billing: Billing,
  organization: Organization,
  shared: SharedAddress,
  queue: Waiting[],
  end: () => void,
): Promise<void> => {
  const { database, processors, wallClock } = billing
  const timeoutSeconds = longestCardTimeout(processors, organization)
  let lastSeen = ''
  let changedAt = performance.now()
  while (queue.length > 0) {
    await sleep(lookEveryMillis)
    try {
      const counted = { address: shared.address, fingerprint: null, wall: wallClock(), timeoutSeconds }
      const { declines, approvals, inFlight } = await readAddressRecord(
        inOrganization(database, shared.organizationId),
        counted,
      )
      const now = performance.now()
      const seen = `${declines} ${approvals} ${inFlight}`
      if (seen !== lastSeen) changedAt = now
      lastSeen = seen
      const isQuiet = now - changedAt >= quietMillisMax
      const late = isQuiet ? queue.length : queue.filter(({ waitsUntil }) => waitsUntil <= now).length
      const allowed = declinesAllowed(organization.settings, approvals)
      // If the declines have already reached the limit, let all payments run; each is then refused.
      const room = declines >= allowed ? queue.length : allowed - declines - inFlight
      for (const { go } of queue.splice(0, Math.max(room, late, 0))) go(isQuiet)
    } catch {
      // The database cannot be read. Each payment's own transaction will report that error.
      for (const { go } of queue.splice(0)) go(false)
    }
  }
  end()
}
