import { recordEvent } from '../../store/events/record-event.ts'
import type { Declaration } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import { presentDeclaration } from '../../presenters/declarations/load-declarations.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { cancelByDeclaration } from './cancel-by-declaration.ts'
import type { ReadableDeclaration } from './declaration-row.ts'
import type { DeclaredEffect } from './declared-effect.ts'
import { type ConcernedContract, type ConcernedSubscription, lockNamedContracts } from './named-contracts.ts'
import { withdrawByDeclaration } from './withdraw-by-declaration.ts'

/**
 * Applies a consumer's stored declaration (a cancellation or a withdrawal) to the contracts that it names, and notifies the merchant by an
 * event. The declaration takes effect as of its receipt, even if it is applied later.
 */
export const actOnDeclaration = async (
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
  // A declaration with a form key came from our page, which acknowledged it. If it changes nothing, no email follows.
  const isAcknowledged = formKey !== null
  const concerned = await lockNamedContracts(work, { email, contract }, kind)
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
