import type { PaymentLink } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { PaymentLinkRow } from '../../store/rows.ts'

/**
 * Loads payment links as the interface shows them, in the order of the ids. `publicUrl` is the address at which shoppers reach this server.
 */
export const loadPaymentLinks = async (
  publicUrl: string,
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<readonly PaymentLink[]> => {
  const rows = await db.selectFrom('paymentLinks').selectAll().where('id', '=', oneOf(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, presentPaymentLink(publicUrl, row)]))
  return ids.map((id) => byId.get(id)).filter((link) => link !== undefined)
}

/** A payment link as the interface shows it. */
export const presentPaymentLink = (publicUrl: string, link: PaymentLinkRow): PaymentLink => ({
  id: link.id,
  plan: { id: link.planId },
  quantity: link.quantity,
  discount: link.discountId === null ? null : { id: link.discountId },
  active: link.active,
  paused_at: link.pausedAt,
  max_uses: link.maxUses,
  uses: link.uses,
  expires_at: link.expiresAt,
  return_url: link.returnUrl,
  url: `${publicUrl}/buy/${link.id}`,
  created_at: link.createdAt,
  updated_at: link.updatedAt,
})
