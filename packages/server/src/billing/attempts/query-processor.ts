import { sql } from 'kysely'
import { isFinal, type ProcessorOutcome } from '../../processors/outcome.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { AttemptRow, ObligationRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { findChargeToQuery } from '../payments/find-charge-call.ts'
import { closeReference, knownCallOf } from './close-reference.ts'
import { commitOutcome, finishAttempt } from './finish-attempt.ts'
import { hasShopper, makeCall } from './make-call.ts'
import { actionEndsAt } from './wait-for-shopper.ts'

/**
 * Queries the processor for the outcome of an attempt. If the processor has never seen the attempt, this repeats the call under the same
 * reference. If the call had one-time card data, or if the attempt is so old that the processor may have forgotten its reference, this
 * closes the reference instead, so that nothing charges late.
 */
export const queryOrRepeatCall = async (billing: Billing, attempt: AttemptRow): Promise<ProcessorOutcome> => {
  const { processors, wallClock } = billing
  const processor = processors.of(attempt.connection)
  const seen = await lookUpAttempt(billing, attempt)
  if (seen !== undefined) return seen
  const { call, openedAt } = attempt.request
  const ageSeconds = (Date.parse(wallClock()) - Date.parse(openedAt)) / 1000
  return call !== null && ageSeconds < processor.keyWindowSeconds
    ? makeCall(billing, attempt, call)
    : closeReference(processor, attempt)
}

/**
 * Looks an attempt up at its processor; `undefined` if the processor has never seen the attempt. If the processor waits for a shopper, this
 * closes the reference after the shopper's time is up, or immediately if the call was made without a shopper.
 */
export const lookUpAttempt = async (billing: Billing, attempt: AttemptRow): Promise<ProcessorOutcome | undefined> => {
  const processor = billing.processors.of(attempt.connection)
  const seen = await processor.lookUp(attempt.processorKey, knownCallOf(attempt))
  if (seen?.kind !== 'action_required') return seen
  const isAwaited = hasShopper(attempt.request.call) && billing.wallClock() < actionEndsAt(attempt)
  return isAwaited ? seen : closeReference(processor, attempt)
}

/**
 * Queries the processor about a reference, for example after its notification, and records a final outcome. Only the answer to this query
 * counts, so a notification may arrive twice, late, or before the answer to the original call.
 */
export const queryReference = (billing: Billing, connection: string, reference: string): Promise<void> =>
  queryAndFinish(billing, { connection, processorKey: reference }, lookUpAttempt)

/** Queries the processor, and records a final outcome, immediately after the shopper has returned from their bank or wallet. */
export const finishShopperAction = (billing: Billing, actionId: string): Promise<void> =>
  queryAndFinish(billing, { actionId }, lookUpAttempt)

/** Cancels the action that awaits the shopper at their bank or wallet. If the shopper completed it just before, their payment counts. */
export const cancelShopperAction = (billing: Billing, actionId: string): Promise<void> =>
  queryAndFinish(billing, { actionId }, async ({ processors }, attempt) =>
    attempt.action === null
      ? undefined
      : processors.of(attempt.connection).close(attempt.processorKey, knownCallOf(attempt)),
  )

type Query = (billing: Billing, attempt: AttemptRow) => Promise<ProcessorOutcome | undefined>

const queryAndFinish = async (
  billing: Billing,
  which: Partial<Pick<AttemptRow, 'connection' | 'processorKey' | 'actionId'>>,
  query: Query,
): Promise<void> => {
  const attempt = await acrossOrganizations(
    billing.database,
    which.actionId === undefined ? 'processor report' : 'action id',
  )
    .selectFrom('attempts')
    .selectAll()
    .where((attempts) => attempts.and({ ...which, state: 'open' }))
    .executeTakeFirst()
  if (attempt === undefined) return
  const outcome = await queryOrUndefined(billing, attempt, query)
  // Record only a final outcome. Any other outcome is left to the attempt's holder or, later, to `completeAttempts`.
  if (outcome === undefined || outcome.kind === 'unknown' || outcome.kind === 'action_required') return
  const finish = (recorded: ProcessorOutcome) => async (work: Write) => {
    const fence = await takeOverAttempt(work, attempt)
    if (fence === undefined) return undefined
    return finishAttempt(billing, work, { paymentId: attempt.paymentId, attemptId: attempt.id, fence }, recorded)
  }
  await commitOutcome(billing, attempt, outcome, finish, 'write')
}

/**
 * The processor's answer; `undefined` if the query fails. The error is only logged, because neither the sender of a notification nor the
 * shopper can fix it; `completeAttempts` queries the processor later.
 */
const queryOrUndefined = async (
  billing: Billing,
  attempt: AttemptRow,
  query: Query,
): Promise<ProcessorOutcome | undefined> => {
  try {
    return await query(billing, attempt)
  } catch (error) {
    billing.logger.warn({ attempt: attempt.id, err: error }, 'the query to the processor failed; the server will retry')
    return undefined
  }
}

/**
 * Takes an open attempt over from its holder, whose outcome is ignored from then on. Returns the new fence; `undefined` if the attempt is
 * not open.
 */
export const takeOverAttempt = async ({ db }: Write, { id }: Pick<AttemptRow, 'id'>): Promise<number | undefined> => {
  const taken = await db
    .updateTable('attempts')
    .set({ fence: sql<number>`fence + 1` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('fence')
    .executeTakeFirst()
  return taken?.fence
}

/** The state of an authorization: its money is still held, was captured, or was released. */
export type AuthorizationState = 'held' | 'captured' | 'released'

/** Queries the processor for the state of a payment's authorization; `undefined` if the processor does not answer or does not know. */
export const lookUpAuthorization = async (
  { database, processors, logger }: Billing,
  { organizationId, paymentId }: Pick<ObligationRow, 'organizationId' | 'paymentId'>,
): Promise<AuthorizationState | undefined> => {
  const authorized = await findChargeToQuery(inOrganization(database, organizationId), paymentId)
  const seen = await processors
    .of(authorized.connection)
    .lookUp(authorized.processorKey, knownCallOf(authorized))
    .catch((error: unknown) => {
      logger.warn({ payment: paymentId, err: error }, 'the query to the processor failed; the server will retry')
      return undefined
    })
  if (seen === undefined || !isFinal(seen)) return undefined
  if (seen.kind !== 'approved') return 'released'
  if (seen.captured) return 'captured'
  return seen.released === true ? 'released' : 'held'
}
