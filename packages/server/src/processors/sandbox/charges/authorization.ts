import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { FinalOutcome } from '../../processor.ts'
import type { TestCardTraits } from '../ledger/ledger.ts'

/** The authorized money of a transaction, and whether it was captured or voided. */
export interface SandboxAuthorization {
  readonly id: string
  readonly amount: number
  readonly currencyCode: string
  readonly traits: TestCardTraits
  readonly createdAt: Timestamp
  readonly state: 'held' | 'captured' | 'voided'
}

/** Finds and locks the approved authorization with this id, so that movements of its money run one after another. */
export const lockAuthorization = async (
  ledger: Database,
  transactionId: string,
): Promise<SandboxAuthorization | undefined> => {
  const row = await ledger
    .selectFrom('sandboxProcessor.transactions')
    .select(['id', 'amount', 'currencyCode', 'traits', 'createdAt', capturedAtOnce.as('capturedAtOnce')])
    .where('id', '=', transactionId)
    .where('kind', '=', 'authorize')
    .where(isApproved)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { capturedAtOnce: isCaptured, ...authorized } = row
  return { ...authorized, state: isCaptured ? 'captured' : await stateOf(ledger, row.id) }
}

/** Adds to an outcome whether the authorized money has since been captured or released. */
export const withCaptureState = async (database: Database, recorded: FinalOutcome): Promise<FinalOutcome> => {
  if (recorded.kind !== 'approved' || recorded.captured) return recorded
  const state = await stateOf(database, recorded.facts.transactionId)
  if (state === 'held') return recorded
  return { ...recorded, ...(state === 'captured' ? { captured: true } : { released: true }) }
}

/** SQL: whether a ledger entry was approved. */
export const isApproved = sql<boolean>`outcome->>'kind' = 'approved'`

const capturedAtOnce = sql<boolean>`(outcome->>'captured')::boolean`

const stateOf = async (ledger: Database, id: string): Promise<SandboxAuthorization['state']> => {
  const movement = await ledger
    .selectFrom('sandboxProcessor.transactions')
    .select('kind')
    .where('heldBy', '=', id)
    .where(isApproved)
    .executeTakeFirst()
  if (movement === undefined) return 'held'
  return movement.kind === 'capture' ? 'captured' : 'voided'
}
