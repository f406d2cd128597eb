import type { CurrencyCode } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import type { Database } from '../../../store/database.ts'
import type { CaptureRequest, VoidRequest, ProcessorOutcome } from '../../processor.ts'
import { type LedgerEntry, recordOutcome } from '../ledger/ledger.ts'
import { movementFacts } from '../sandbox-facts.ts'
import { type SandboxAuthorization, lockAuthorization } from './authorization.ts'

/** Captures the whole amount of an authorization, once. */
export const captureAuthorization = (database: Database, request: CaptureRequest): Promise<ProcessorOutcome> =>
  move(database, { ...request, kind: 'capture' }, request.transactionId, (held) => {
    if (held.currencyCode !== request.currency || held.amount !== request.amount) {
      return `The transaction holds ${held.amount} ${held.currencyCode}, not ${request.amount} ${request.currency}.`
    }
    return held.traits.captureFails ? 'The issuer has taken its authorization back.' : null
  })

/** Voids an authorization, once. */
export const voidAuthorization = (database: Database, request: VoidRequest): Promise<ProcessorOutcome> =>
  move(database, { ...request, kind: 'void', amount: 0, currency: 'XXX' }, request.transactionId, () => null)

/**
 * Records a capture or a void while its authorization is locked. `refuse` returns why the authorization does not allow this movement; null
 * if it does.
 */
const move = (
  database: Database,
  movement: Movement,
  transactionId: string,
  refuse: (held: SandboxAuthorization) => string | null,
): Promise<ProcessorOutcome> =>
  transactWithRetries(database, async (ledger) => {
    const held = await lockAuthorization(ledger, transactionId)
    const refusal = held?.state === 'held' ? refuse(held) : 'The processor holds no such money.'
    return recordOutcome(
      ledger,
      { ...movement, requestText: transactionId, refundOf: null, heldBy: refusal === null ? (held?.id ?? null) : null },
      refusal === null
        ? {
            kind: 'approved',
            facts: movementFacts(movement),
            storedToken: null,
            captured: movement.kind === 'capture',
            ...sumOf(movement),
          }
        : { kind: 'failed', message: refusal },
    )
  })

type Movement = Pick<LedgerEntry, 'reference' | 'kind' | 'amount' | 'currency' | 'at'>

/** The approved amount of a capture; none for a void, which moves no money. */
const sumOf = ({ kind, amount, currency }: Movement) =>
  kind === 'capture' ? { approvedAmount: amount, approvedCurrency: currency as CurrencyCode } : {}
