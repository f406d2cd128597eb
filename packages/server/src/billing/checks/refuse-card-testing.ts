import { Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { longestCardTimeout } from '../../connections/routed-processor.ts'
import { lockName } from '../lock-names-of.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, fingerprintOf } from '../charge-input/charge-draft.ts'
import {
  type NetworkAddressRecord,
  countWrongCodes,
  declinesAllowed,
  hashNetworkAddress,
  minuteOf,
  readAddressRecord,
} from './declines-of-address.ts'
import { MustWaitForOthers } from './run-after-payments-in-flight.ts'

/** The largest number of payments of one client session, including declined ones. */
export const paymentsPerSessionMax = 10
const cardsPerSession = 5
/** How many wrong discount codes one network address may send to an organization in an hour. */
const wrongCodesMax = 20

/** Seconds after which the outcome of a payment in flight is usually known. */
const inFlightSeconds = 10

/** A payment to check for card testing. */
export interface ScreenedPayment extends Pick<ChargeDraft, 'method'> {
  /** The earlier payments of the same client session. */
  readonly earlierPayments: readonly Pick<PaymentRow, 'fingerprint'>[]
  /** Whether the payment has waited long enough for other payments from its network address. */
  readonly hasWaited: boolean
  /** The result of {@link lockNetworkAddress}, if the caller has it. */
  readonly addressRecord?: NetworkAddressRecord | undefined
}

/** Locks the network address of a request, so that no other payment from the address begins. Returns the address's recent outcomes. */
export const lockNetworkAddress = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  fingerprint: string | null,
): Promise<NetworkAddressRecord> => {
  const address = hashNetworkAddress(billing, call.address)
  const timeoutSeconds = longestCardTimeout(billing.processors, call.organization)
  const [, record] = await Promise.all([
    lockNames(work, [lockName.address(address)]),
    readAddressRecord(work.db, { address, fingerprint, wall: call.wall, timeoutSeconds }),
  ])
  return record
}

/**
 * Throws `too_many_attempts` if a shopper seems to test stolen cards. The counts are in the database. A network address may have more
 * declines if it also has approvals. A payment in flight with the same card counts as a decline. If declines of the address's other
 * payments in flight could reach the limit, this payment must wait for their outcomes (`MustWaitForOthers`).
 */
export const refuseCardTesting = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { earlierPayments, method, hasWaited, addressRecord }: ScreenedPayment,
): Promise<void> => {
  const fingerprint = fingerprintOf(method)
  const { organizationId } = work
  const { declines, approvals, inFlight, inFlightWithCard } =
    addressRecord ?? (await lockNetworkAddress(billing, work, call, fingerprint))
  if (earlierPayments.length >= paymentsPerSessionMax)
    throw tooManyAttempts(`${paymentsPerSessionMax} attempts per client session`)
  if (otherCards(earlierPayments, fingerprint) >= cardsPerSession)
    throw tooManyAttempts(`${cardsPerSession} different cards per client session`)
  const allowed = declinesAllowed(call.organization.settings, approvals)
  const ofAddress = `${allowed} declines per address and hour`
  if (declines >= allowed) {
    logLimit(billing, organizationId, { declines, allowed })
    throw tooManyAttempts(ofAddress)
  }
  if (declines + inFlightWithCard >= allowed) throw tooManyAttempts(ofAddress, inFlightSeconds)
  if (declines + inFlight >= allowed && !hasWaited) {
    throw new MustWaitForOthers(
      { organizationId, address: hashNetworkAddress(billing, call.address) },
      tooManyAttempts(ofAddress, inFlightSeconds),
    )
  }
}

/**
 * Returns the refusal of a discount code if the network address has sent too many wrong codes, else undefined. The caller has locked the
 * address.
 */
export const refusalOfGuessing = async (
  { db }: Pick<Write, 'db'>,
  address: string,
  wall: string,
): Promise<Problem | undefined> =>
  (await countWrongCodes(db, { address, wall })) < wrongCodesMax
    ? undefined
    : tooManyAttempts(`${wrongCodesMax} wrong codes per address and hour`)

const tooManyAttempts = (limit: string, retryAfterSeconds = 3600): Problem =>
  new Problem('too_many_attempts', `The limit of ${limit} is reached.`, { retryAfterSeconds })

/** The number of different cards that the session tried before, not counting this card; 0 if the method has no fingerprint to compare. */
const otherCards = (earlierPayments: ScreenedPayment['earlierPayments'], fingerprint: string | null): number =>
  fingerprint === null
    ? 0
    : new Set(
        earlierPayments.map((payment) => payment.fingerprint).filter((each) => each !== null && each !== fingerprint),
      ).size

/**
 * Logs, at most once a minute, that a network address reached its limit. The operator needs to know, because all shoppers seem to share one
 * address if they come through a proxy that the server does not trust.
 */
const logLimit = (
  billing: Billing,
  organization: string,
  counted: { readonly declines: number; readonly allowed: number },
): void => {
  const minute = minuteOf(billing.wallClock())
  if (loggedMinutes.get(billing) === minute) return
  loggedMinutes.set(billing, minute)
  billing.logger.warn(
    { organization, ...counted },
    'payments from one network address are refused: it had too many declines within an hour; if this is the address of a proxy, add it to TRUST_PROXY',
  )
}

const loggedMinutes = new WeakMap<Billing, string>()
