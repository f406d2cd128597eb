import type { Payment } from '@billing-checkout/contract'
import { isUniqueViolation } from '@billing-checkout/database/errors'
import { addSeconds } from '@billing-checkout/domain'
import { type ProcessorCall, twoStepsFor } from '../../processors/call-processor.ts'
import { leaseSecondsFor } from '../../processors/lease-seconds.ts'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import { explainWaiting } from '../../store/reconcile-first/reconcile-first.ts'
import { IdempotencyKeyTaken } from '../../store/requests/idempotency-key-taken.ts'
import { hashIdempotencyKey, type RequestIdentity } from '../../store/requests/request-identity.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { AttemptNotes, StoredRequest } from '../../store/schema/attempts.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { hasShopper, makeCall } from './make-call.ts'

/**
 * Identifies an attempt and, by the fence, its holder. After another worker or request takes the attempt over, the former holder's outcome
 * is ignored.
 */
export interface AttemptHolder {
  readonly paymentId: string
  readonly attemptId: string
  readonly fence: number
  /** The payment's customer, if the caller knows it. */
  readonly customerId?: string
}

/** An attempt that is recorded, and the call to the processor that has to be made next. */
export interface OpenAttempt extends AttemptHolder {
  readonly kind: AttemptRow['kind']
  /**
   * Returns the names of the locks that committing an outcome needs. Absent if the commit may not share a transaction with other payments;
   * see `UnitOfWork`.
   */
  readonly exclusiveNames?: ((outcome: ProcessorOutcome) => readonly string[]) | undefined
  readonly callProcessor: () => Promise<ProcessorOutcome>
  /** Seconds for which this holder leases the attempt. */
  readonly leaseSeconds: number
  /** Whether a shopper waits at a checkout for the outcome and can pay with another method. */
  readonly hasShopper: boolean
  /** Returns the attempt to make instead if this call certainly did nothing; undefined if no route is left (DECISIONS 3). */
  readonly next?: (() => NextAttempt | undefined) | undefined
}

/** The same charge over another connection. */
export interface NextAttempt {
  readonly connection: string
  /** Records the attempt under the given id, in the transaction that closes the previous attempt. */
  open(work: Write, attemptId: string): Promise<OpenAttempt>
}

/** A payment that ended without a call to its processor: blocked by a rule, or free. */
export interface EndedPayment {
  readonly paymentId: string
  readonly ended: Payment
}

/** The result of opening a payment: a call to make, or a payment that needs none. */
export type OpenedPayment = OpenAttempt | EndedPayment

/** The data from which `openAttempt` writes an attempt's row. */
export interface AttemptDraft {
  readonly paymentId: string
  readonly attemptId: string
  readonly customerId?: string
  /** See {@link OpenAttempt.exclusiveNames}. */
  readonly exclusiveNames?: OpenAttempt['exclusiveNames']
  /** The connection over which the call is made. */
  readonly connection: string
  readonly call: ProcessorCall
  /** The text that the call's reference is a hash of; see `deriveReference`. */
  readonly preimage: string
  /** The request that opens the attempt, if it has an idempotency key. */
  readonly idempotency?: RequestIdentity | null | undefined
  /** Facts that are needed to finish the attempt and that its payment does not contain. */
  readonly notes: AttemptNotes
  /** The id of our page for a challenge or a wallet's approval, to which the bank or wallet returns the shopper. */
  readonly actionId?: string
  /** False if the caller does not make the call; then `completeAttempts` makes it as soon as the attempt is committed. */
  readonly callsAtOnce?: false
}

/** Kinds of methods that can be charged only once and are never stored with the attempt. */
const oneTimeKinds: ReadonlySet<string> = new Set(['typed_card', 'wallet_token'])

/**
 * Records an attempt before the processor is called: an open row with the call's reference, leased for as long as the call may take. After
 * the lease, a worker takes the attempt over. A call that may be repeated is stored in full. A call that carries a typed card or a wallet's
 * token is never repeated, and the attempt does not store its card or token. Throws `IdempotencyKeyTaken` at the commit if another request
 * with the same key has opened an attempt. Unless `callsAtOnce` is false, the caller makes the call by `callProcessor`, after the commit.
 */
export const openAttempt = (billing: Billing, work: Write, draft: AttemptDraft): OpenAttempt => {
  const { call, connection, paymentId, attemptId, customerId, exclusiveNames, idempotency } = draft
  const carriesCardData = call.kind === 'authorize' && oneTimeKinds.has(call.request.method.kind)
  // If `completeAttempts` makes the call later, record the attempt even while its connection is paused.
  const processor =
    draft.callsAtOnce === false
      ? processorEvenIfPaused(billing.processors, connection)
      : billing.processors.of(connection)
  const kind: AttemptRow['kind'] = call.kind === 'authorize' && call.request.amount === 0 ? 'verify' : call.kind
  const leaseSeconds = leaseSecondsFor(processor, twoStepsFor(processor, call) === undefined ? 2 : 3)
  const request: StoredRequest = {
    notes: draft.notes,
    call: carriesCardData ? null : call,
    openedAt: billing.wallClock(),
  }
  const sent = { id: attemptId, kind, connection, processorKey: call.request.reference, request }
  work.insert(
    'attempts',
    {
      ...sent,
      paymentId,
      state: 'open',
      processor: processor.id,
      referencePreimage: draft.preimage,
      // Stays with the attempt when the key's own row is deleted after 30 days, so that a key never charges twice.
      keyHash: idempotency ? hashIdempotencyKey(work.organizationId, idempotency) : null,
      requestHash: idempotency?.requestHash ?? null,
      carriesCardData,
      request: JSON.stringify(request),
      outcome: null,
      leaseUntil: draft.callsAtOnce === false ? work.leaseNow : addSeconds(work.leaseNow, leaseSeconds),
      action: null,
      actionId: draft.actionId ?? null,
      callsAtOnce: draft.callsAtOnce ?? true,
      createdAt: work.now,
      finishedAt: null,
    },
    (error) =>
      isUniqueViolation(error, 'attempts_one_per_key') ? new IdempotencyKeyTaken() : explainWaiting(error, connection),
  )
  return {
    paymentId,
    attemptId,
    customerId,
    exclusiveNames,
    kind,
    fence: 1,
    hasShopper: hasShopper(call),
    leaseSeconds,
    callProcessor: () =>
      makeCall(billing, { ...sent, organizationId: work.organizationId, fence: 1, preparedId: null }, call),
  }
}
