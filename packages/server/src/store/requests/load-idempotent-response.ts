import { Problem } from '@billing-checkout/contract'
import { oneRow } from '@billing-checkout/database'
import { addDays, type Timestamp } from '@billing-checkout/domain'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../database.ts'
import { compiledOnce } from '../queries/compiled-once.ts'
import type { Schema } from '../schema/schema.ts'
import { hashIdempotencyKey, type KeyedRequest } from './request-identity.ts'

/** Days for which a key and its answer are kept. An older key counts as new, unless its request opened an attempt. */
export const idempotencyKeyDays = 30

/** The stored facts about an earlier request with the same key. */
export type EarlierRequest =
  /** The answer. `pendingPaymentId` is the payment that the answer shows as PENDING; null if the answer is final. */
  | { readonly answer: unknown; readonly pendingPaymentId: string | null }
  /** The request stopped before it stored an answer. `begunPaymentId` is the payment that it began; null if it began none. */
  | { readonly begunPaymentId: string | null }
  /** The key belongs to a request that is older than {@link idempotencyKeyDays}. */
  | { readonly wasUsedLongAgo: true }

/**
 * Returns the stored facts about an earlier request with this key; `undefined` if there was none. Throws `idempotency_key_reused` if the
 * earlier request had other parameters, and `idempotency_in_progress` while it is still running.
 */
export const loadIdempotentResponse = async (
  database: Database,
  call: KeyedRequest,
): Promise<EarlierRequest | undefined> => {
  const { idempotency, wall } = call
  const stored = await findKey(database, call)
  if (idempotency === null || stored === undefined) return undefined
  const { storedKey, openedAttempt } = stored
  const remembered = storedKey !== undefined && !isForgotten(storedKey, wall) ? storedKey : openedAttempt
  if (remembered === undefined) return storedKey && { wasUsedLongAgo: true }
  if (remembered.requestHash !== idempotency.requestHash) {
    throw new Problem('idempotency_key_reused', 'This Idempotency-Key was used for another request.')
  }
  if (remembered === openedAttempt || storedKey === undefined) return { begunPaymentId: remembered.paymentId }
  const { answer } = storedKey
  if (answer !== null) return { answer, pendingPaymentId: isPendingPayment(answer) ? storedKey.paymentId : null }
  if (storedKey.isRunning) throw keyInProgressProblem()
  return { begunPaymentId: storedKey.paymentId }
}

/** Whether an answer is a payment that is still PENDING. */
export const isPendingPayment = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'payment_status' in answer && answer.payment_status === 'PENDING'

/**
 * Whether a request with this key has run or is running. A key that is older than {@link idempotencyKeyDays} and opened no attempt does not
 * count.
 */
export const isKeyKnown = async (database: Database, call: KeyedRequest): Promise<boolean> => {
  const stored = await findKey(database, call)
  if (stored === undefined) return false
  return (
    stored.openedAttempt !== undefined || (stored.storedKey !== undefined && !isForgotten(stored.storedKey, call.wall))
  )
}

const isForgotten = ({ createdAt }: { readonly createdAt: Timestamp }, wall: Timestamp): boolean =>
  createdAt <= addDays(wall, -idempotencyKeyDays)

/**
 * The stored facts about a key: its request, kept for {@link idempotencyKeyDays}, and the attempt that the request opened, kept forever.
 */
interface KeyRecords {
  readonly storedKey: StoredKey | undefined
  readonly openedAttempt: { readonly requestHash: string; readonly paymentId: string } | undefined
}

interface StoredKey extends Pick<KeyRow, 'requestHash' | 'answer' | 'paymentId' | 'createdAt'> {
  /** Whether the request still holds its lease. The database's clock decides, because a server's clock may be wrong. */
  readonly isRunning: boolean
}

type KeyRow = Selectable<Schema['idempotencyKeys']>

/** Reads the key and its attempt with one statement, because every request with a key waits for this query. */
const findKey = async (
  database: Database,
  { organization, idempotency }: KeyedRequest,
): Promise<KeyRecords | undefined> => {
  if (idempotency === null) return undefined
  const { caller, key } = idempotency
  const rows = await findColumns(
    database,
    organization.id,
    caller,
    key,
    hashIdempotencyKey(organization.id, idempotency),
  )
  const { openedHash, openedPaymentId, ...storedKey } = oneRow(rows)
  return {
    storedKey: storedKey.requestHash === null ? undefined : (storedKey as KeyRecords['storedKey']),
    openedAttempt:
      openedHash === null || openedPaymentId === null
        ? undefined
        : { requestHash: openedHash, paymentId: openedPaymentId },
  }
}

const findColumns = compiledOnce(
  (_: Database, organizationId: string, caller: string, key: string, keyHash: string) => sql<FoundColumns>`
    select found.request_hash, found.answer, found.lease_until > lease_now() as is_running, found.created_at,
      coalesce(found.payment_id, found.change_payment_id) as payment_id,
      attempts.request_hash as opened_hash, attempts.payment_id as opened_payment_id
    from (select) as asked
    left join idempotency_keys as found
      on found.organization_id = ${organizationId} and found.caller = ${caller} and found.key = ${key}
    left join attempts
      on attempts.organization_id = ${organizationId} and attempts.key_hash = ${keyHash}
  `,
)

type FoundColumns = { readonly [Name in keyof StoredKey]: StoredKey[Name] | null } & {
  readonly openedHash: string | null
  readonly openedPaymentId: string | null
}

/** The refusal while the first request with this key is still running. */
export const keyInProgressProblem = (): Problem =>
  new Problem('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  })
