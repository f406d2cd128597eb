import type { Declaration } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { sortByIds } from '../load-by-ids.ts'
import type { DeclarationEffectRow, DeclarationRow } from '../../store/rows.ts'

/** Declarations as the interface shows them, in the order of the ids. */
export const loadDeclarations = async (
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<readonly Declaration[]> => {
  if (ids.length === 0) return []
  const [rows, effects] = await Promise.all([
    db.selectFrom('declarations').selectAll().where('id', '=', oneOf(ids)).execute(),
    db
      .selectFrom('declarationEffects')
      .selectAll()
      .where('declarationId', '=', oneOf(ids))
      .orderBy('contractId')
      .execute(),
  ])
  const effectsOf = Map.groupBy(effects, ({ declarationId }) => declarationId)
  const declarations = rows.map((row) => presentDeclaration(row, effectsOf.get(row.id) ?? []))
  return sortByIds(ids, declarations)
}

/** A declaration as the interface shows it. */
export const presentDeclaration = (
  row: Omit<DeclarationRow, 'organizationId' | 'emailKey' | 'formKey' | 'networkKey' | 'isAcknowledged' | 'dueAt'>,
  effects: readonly Omit<DeclarationEffectRow, 'organizationId' | 'declarationId' | 'contractId' | 'customerId'>[],
): Declaration => ({
  id: row.id,
  kind: row.kind,
  for_cause: row.forCause,
  email: row.email,
  full_name: row.fullName,
  contract: row.contract,
  reason: row.reason,
  requested_end_at: row.requestedEndAt,
  effects: effects.map(({ subscriptionId, paymentId, outcome, endsAt, refunds, refundAt }) => ({
    subscription_id: subscriptionId,
    payment_id: paymentId,
    outcome,
    ends_at: endsAt,
    refunds: [...refunds],
    refund_at: refundAt,
  })),
  received_at: row.receivedAt,
  created_at: row.createdAt,
})
