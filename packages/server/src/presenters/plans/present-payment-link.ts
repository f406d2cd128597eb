import type { PaymentLink } from '@billing-checkout/contract'
import type { PaymentLinkRow } from '../../store/rows.ts'
import { loadByIds } from '../load-by-ids.ts'

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

/**
 * Loads payment links as the interface shows them, in the order of the ids. `publicUrl` is the address at which shoppers reach this server.
 */
export const loadPaymentLinks = (publicUrl: string) =>
  loadByIds('paymentLinks', (link) => presentPaymentLink(publicUrl, link))
