import type { Declaration } from '@billing-checkout/contract'
import { foldText, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { presentDeclaration } from '../../presenters/declarations/load-declarations.ts'
import { write, type Write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { DeclarationRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Organization } from '../../organization/organization.ts'
import { findOrganization } from '../../organization/load-organization.ts'
import type { Billing } from '../billing.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'
import {
  type ConcernedContract,
  type ConcernedSubscription,
  lockConcernedContracts,
  PaymentMadeMeanwhile,
} from './named-contracts.ts'
import { cancelByDeclaration } from './cancel-by-declaration.ts'
import type { DeclaredEffect } from './declared-effect.ts'
import { withdrawByDeclaration } from './withdraw-by-declaration.ts'

/**
 * How many times the server tries to apply a declaration when it arrives, if a payment is made during each try. After that, it only stores
 * the declaration, and the worklist applies it later.
 */
const triesMax = 5

/**
 * Stores a consumer's cancellation or withdrawal, and applies it to the contracts that it concerns. A declaration is never refused; it is
 * stored even if it concerns no contract.
 */
export const receiveDeclaration = async (
  billing: Billing,
  call: CallerContext,
  body: DeclarationBody,
): Promise<Declaration> => {
  for (let tries = 1; tries <= triesMax; tries++) {
    try {
      return await write(billing.database, call.organization.id, async (work) => {
        const row = declarationRow(work, body, call.wall)
        work.insert('declarations', row)
        const declaration = await actOnDeclaration(billing, work, call.organization, row)
        saveIdempotentResponse(work, call, declaration)
        return declaration
      })
    } catch (error) {
      if (!(error instanceof PaymentMadeMeanwhile)) throw error
    }
  }
  return write(billing.database, call.organization.id, async (work) => {
    const row = declarationRow(work, body, call.wall)
    const declaration = presentDeclaration(row, [])
    work.insert('declarations', { ...row, dueAt: work.now })
    saveIdempotentResponse(work, call, declaration)
    return declaration
  })
}

/** The declaration of a consumer, with the name or id by which they identify the contract. */
export type DeclarationBody = BodyOf<'createDeclaration'>

/** A declaration that still has its text, because no erasure has removed it. */
export type ReadableDeclaration = Omit<DeclarationRow, 'organizationId' | 'email'> & { readonly email: string }

/** The row of a new declaration, for a transaction that also applies it. If the worklist applies it later, the caller sets `dueAt`. */
export const declarationRow = (work: Write, body: DeclarationBody, receivedAt: Timestamp): ReadableDeclaration => ({
  id: newId('decl', work),
  kind: body.kind,
  forCause: body.for_cause ?? false,
  email: body.email,
  emailKey: foldText(body.email),
  fullName: body.full_name ?? null,
  contract: body.contract ?? null,
  reason: body.reason ?? null,
  requestedEndAt: body.requested_end_at ?? null,
  formKey: null,
  networkKey: null,
  isAcknowledged: false,
  dueAt: null,
  receivedAt,
  createdAt: work.now,
})

/**
 * Applies a consumer's stored declaration (a cancellation or a withdrawal) to the contracts that it concerns, and notifies the merchant by
 * an event. The declaration takes effect as of its receipt, even if it is applied later.
 */
const actOnDeclaration = async (
  billing: Billing,
  work: Write,
  organization: Organization,
  row: ReadableDeclaration,
): Promise<Declaration> => {
  const effects = await effectsOf(billing, work, organization, row)
  for (const effect of effects)
    work.insert('declarationEffects', {
      ...effect,
      declarationId: row.id,
      refunds: JSON.stringify(effect.refunds),
      owedBack: JSON.stringify(effect.owedBack),
    })
  const declaration = presentDeclaration(row, effects)
  recordEvent(work, 'declaration.received', declaration)
  return declaration
}

const effectsOf = async (
  billing: Billing,
  work: Write,
  organization: Organization,
  { kind, email, contract, requestedEndAt, forCause, createdAt: declaredAt, formKey }: ReadableDeclaration,
): Promise<readonly DeclaredEffect[]> => {
  // A declaration with a form key came from our page, which acknowledges declarations up to a limit per hour. If the declaration changes
  // nothing, no other email follows.
  const isAcknowledged = formKey !== null
  const concerned = await lockConcernedContracts(work, { email, contract }, kind)
  if (kind === 'withdraw')
    return withdrawByDeclaration(billing, work, organization, {
      concerned,
      declaredAt,
      named: contract,
      isAcknowledged,
    })
  const effects: DeclaredEffect[] = []
  for (const each of concerned.filter(isRunning))
    effects.push(
      await cancelByDeclaration(billing, work, each, { declaredAt, requestedEndAt, forCause, isAcknowledged }),
    )
  return effects
}

const isRunning = (contract: ConcernedContract): contract is ConcernedSubscription =>
  contract.subscription !== null && contract.subscription.status !== 'cancelled'

/** Declarations that are stored and not yet applied. */
export const declarationWork: WorkKind<DueRow> = {
  name: 'declaration',
  ...rowsDueBy('declarations', 'due_at', [], 'id'),
  isOpen: sql<boolean>`declarations.due_at is not null`,
  limit: 100,
  concurrency: 4,
  perform: ({ billing, work, row }) => applyStoredDeclaration(billing, work, row.id),
}

const applyStoredDeclaration = async (billing: Billing, work: Write, id: string): Promise<string | undefined> => {
  const [organization, row] = await Promise.all([
    findOrganization(work),
    work.db.selectFrom('declarations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  ])
  // Another worker has applied the declaration since this worker loaded it.
  if (organization === undefined || row === undefined || row.dueAt === null) return undefined
  work.update('declarations', { id }, { dueAt: null })
  const { email } = row
  if (email === null) return undefined
  await actOnDeclaration(billing, work, organization, { ...row, email })
  return 'declaration.received'
}
