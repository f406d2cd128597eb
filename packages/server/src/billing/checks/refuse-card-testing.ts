import { Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNames, type Write } from '../../store/write.ts'
import { timeoutOfCards } from '../../connections/route-of.ts'
import { lockName } from '../lock-names-of.ts'
import type { Billing } from '../billing.ts'
import { minuteOf } from './count-outcome.ts'
import { type AddressRecord, declinesAllowed, readAddress } from './declines-of-address.ts'
import { hashAddress } from './hash-address.ts'
import { fingerprintOf, type ChargeDraft } from '../charge-input/charge-draft.ts'
import { MustWaitForOthers } from './wait-for-others.ts'

/** How often a client session may be paid, declines included. */
export const attemptsPerSession = 10
const cardsPerSession = 5

/** Seconds within which the outcome of a running payment is usually known. */
const onTheWaySeconds = 10

/** A payment that somebody may make to try out a stolen card. */
export interface Suspect extends Pick<ChargeDraft, 'method'> {
  /** The payments that its session has had. */
  readonly earlier: readonly Pick<PaymentRow, 'fingerprint'>[]
  /** Whether it has waited for the other payments of its address for as long as a shopper can be asked to. */
  readonly hasWaited: boolean
  /** What {@link lockAddress} answered, if it was called already. */
  readonly record?: AddressRecord | undefined
}

/** Locks the address that a request comes from, so that no other payment begins from there, and reads its record. */
export const lockAddress = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  fingerprint: string | null,
): Promise<AddressRecord> => {
  const address = hashAddress(billing, call.address)
  const timeoutSeconds = timeoutOfCards(billing.processors, call.organization)
  const [, record] = await Promise.all([
    lockNames(work, [lockName.address(address)]),
    readAddress(work.db, { address, fingerprint, wall: call.wall, timeoutSeconds }),
  ])
  return record
}

/**
 * Throws `too_many_attempts` where somebody seems to try out stolen cards; the counters are in the database. An address is judged
 * by its outcomes: it may have more declines, the more different cards were approved. A running payment of the same card counts
 * as a decline. For running payments of other cards this payment has to wait (`MustWaitForOthers`), because they may be declined
 * yet (DECISIONS 33).
 */
export const refuseCardTesting = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { earlier, method, hasWaited, record }: Suspect,
): Promise<void> => {
  const fingerprint = fingerprintOf(method)
  const { organizationId } = work
  const { declines, approvals, onTheWay, onTheWayOfCard } =
    record ?? (await lockAddress(billing, work, call, fingerprint))
  if (earlier.length >= attemptsPerSession) throw refusal(`${attemptsPerSession} attempts per client session`)
  if (otherCards(earlier, fingerprint) >= cardsPerSession)
    throw refusal(`${cardsPerSession} different cards per client session`)
  const allowed = declinesAllowed(call.organization.settings, approvals)
  const ofAddress = `${allowed} declines per address and hour`
  if (declines >= allowed) {
    tellOfLimit(billing, organizationId, { declines, allowed })
    throw refusal(ofAddress)
  }
  if (declines + onTheWayOfCard >= allowed) throw refusal(ofAddress, onTheWaySeconds)
  if (declines + onTheWay >= allowed && !hasWaited) {
    throw new MustWaitForOthers(
      { organizationId, address: hashAddress(billing, call.address) },
      refusal(ofAddress, onTheWaySeconds),
    )
  }
}

const refusal = (limit: string, retryAfterSeconds = 3600): Problem =>
  new Problem('too_many_attempts', `The limit of ${limit} is reached.`, { retryAfterSeconds })

/** How many cards were tried before this one. A method without a fingerprint cannot be compared, and counts none. */
const otherCards = (earlier: Suspect['earlier'], fingerprint: string | null): number =>
  fingerprint === null
    ? 0
    : new Set(earlier.map((payment) => payment.fingerprint).filter((each) => each !== null && each !== fingerprint))
        .size

/**
 * Logs for the operator, at most once a minute, that an address reached its limit: behind a proxy that is not trusted, all
 * shoppers share one address.
 */
const tellOfLimit = (
  billing: Billing,
  organization: string,
  counted: { readonly declines: number; readonly allowed: number },
): void => {
  const minute = minuteOf(billing.wallClock())
  if (toldIn.get(billing) === minute) return
  toldIn.set(billing, minute)
  billing.logger.warn(
    { organization, ...counted },
    'payments from one network address are refused: it had too many declines within an hour; if it is the address of a proxy, name that in TRUST_PROXY',
  )
}

const toldIn = new WeakMap<Billing, string>()
