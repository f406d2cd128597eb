import type { Dispute } from '@billing-checkout/contract'
import type { DisputeRow } from '../../store/rows.ts'
import { loadByIds } from '../load-by-ids.ts'

/** A dispute as the interface shows it. */
export const presentDispute = (dispute: DisputeRow): Dispute => ({
  id: dispute.id,
  payment_id: dispute.paymentId,
  amount: dispute.amount,
  currency: dispute.currencyCode,
  reason: dispute.reason,
  status: dispute.status,
  evidence_due_at: dispute.evidenceDueAt,
  created_at: dispute.createdAt,
  updated_at: dispute.updatedAt,
  metadata: dispute.metadata,
})

/** Disputes as the interface shows them, in the order of the ids. */
export const loadDisputes = loadByIds('disputes', presentDispute)
