import { transactWithRetries } from '@billing-checkout/database'
import { isMoneyWithdrawn } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { ProcessorOutcome, RefundRequest } from '../../processor.ts'
import { type SandboxAuthorization, isApproved, lockAuthorization } from '../charges/authorization.ts'
import { movementFacts } from '../sandbox-facts.ts'
import { refusalOfAmount } from './amounts.ts'
import { recordOutcome, type TestCardTraits } from './ledger.ts'
import { disputeStatusOf } from './list-disputes.ts'

/**
 * Records a refund, or why it failed, for example because the transaction was not captured or has too little left to refund. The
 * transaction is locked meanwhile, so that concurrent refunds run one after another.
 */
export const refundTransaction = (database: Database, request: RefundRequest): Promise<ProcessorOutcome> =>
  transactWithRetries(database, async (ledger) => {
    const captured = await lockAuthorization(ledger, request.transactionId)
    const refusal = await refusalOf(ledger, request, captured)
    const refundOf = captured?.id ?? null
    const traits = refusal === null && captured !== undefined ? await traitsOf(ledger, captured) : {}
    return recordOutcome(
      ledger,
      { ...request, kind: 'refund', requestText: request.transactionId, refundOf, traits },
      refusal === null
        ? {
            kind: 'approved',
            facts: movementFacts(request),
            storedToken: null,
            captured: true,
            ...sumOf(request),
            ...(traits.refundsLater && { pending: true }),
          }
        : { kind: 'failed', message: refusal },
    )
  })

/**
 * What will happen to the refund that is now made: it stays pending for a day, or succeeds and fails the next day. With `refundFails`, only
 * a transaction's first refund fails, so that a second one succeeds.
 */
const traitsOf = async (
  ledger: Database,
  { id, traits: { refundsLater, refundFails } }: SandboxAuthorization,
): Promise<Pick<TestCardTraits, 'refundsLater' | 'refundFails'>> => {
  if (refundsLater) return { refundsLater }
  if (!refundFails) return {}
  const earlier = await ledger
    .selectFrom('sandboxProcessor.transactions')
    .select('id')
    .where('refundOf', '=', id)
    .where(sql<boolean>`traits ? 'refundFails'`)
    .limit(1)
    .executeTakeFirst()
  return earlier === undefined ? { refundFails } : {}
}

const sumOf = ({ amount, currency }: RefundRequest) => ({ approvedAmount: amount, approvedCurrency: currency })

const refusalOf = async (
  ledger: Database,
  { amount, currency, at }: RefundRequest,
  captured: SandboxAuthorization | undefined,
): Promise<string | null> => {
  const refusal = refusalOfAmount({ amount, currency })
  if (refusal !== null) return refusal
  if (captured?.state !== 'captured') return 'The processor has captured no such transaction.'
  if (captured.currencyCode !== currency) return `The transaction is in ${captured.currencyCode}, not in ${currency}.`
  const disputed = disputeStatusOf(captured.traits, captured.createdAt, at)
  if (disputed !== undefined && isMoneyWithdrawn(disputed))
    return 'The transaction is disputed, and its money withdrawn.'
  const left = captured.amount - (await givenBack(ledger, captured.id))
  return amount <= left ? null : `Only ${left} ${currency} of the transaction is left to refund, not ${amount}.`
}

const givenBack = async (ledger: Database, transactionId: string): Promise<number> => {
  const { total } = await ledger
    .selectFrom('sandboxProcessor.transactions')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('total'))
    .where('refundOf', '=', transactionId)
    .where(isApproved)
    .executeTakeFirstOrThrow()
  return total
}
