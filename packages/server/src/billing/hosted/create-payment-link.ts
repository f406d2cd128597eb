import { type operations, type PaymentLink, Problem } from '@billing-checkout/contract'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentPaymentLink } from '../../presenters/plans/present-payment-link.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { loadPlan } from '../../store/entities/plans.ts'
import type { PaymentLinkRow } from '../../store/rows.ts'
import { newId, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { refuseWithoutPages } from '../links/serves-pages.ts'
import { saveIdempotentResponse } from '../save-idempotent-response.ts'
import { notPaused } from '../links/pause-links.ts'
import { refuseForeignWay } from './refuse-foreign-ways.ts'

type LinkBody = z.output<NonNullable<typeof operations.createPaymentLink.body>>

/** Creates a link by which any shopper buys a plan. */
export const createPaymentLink = async (
  billing: Billing,
  call: CallerContext,
  body: LinkBody,
): Promise<PaymentLink> => {
  refuseWithoutPages(billing)
  refuseForeignWay(billing, call.organization, body.return_url)
  return write(billing.database, call.organization.id, async (work) => {
    const plan = await loadPlan(work.db, body.plan.id)
    if (plan === undefined) throw new Problem('not_found', `There is no plan ${body.plan.id}.`)
    if (plan.archivedAt) throw new Problem('plan_archived', `Plan ${plan.id} was archived at ${plan.archivedAt}.`)
    const row: PaymentLinkRow = {
      organizationId: work.organizationId,
      id: newId('link', work),
      planId: plan.id,
      active: true,
      ...notPaused,
      pausedAt: null,
      maxUses: body.max_uses ?? null,
      uses: 0,
      expiresAt: body.expires_at ?? null,
      returnUrl: body.return_url ?? null,
      createdAt: work.now,
      updatedAt: work.now,
    }
    work.insert('paymentLinks', row)
    const link = presentPaymentLink(billing.publicUrl(), row)
    recordAudit(work, { object: link.id, after: link })
    saveIdempotentResponse(work, call, link)
    return link
  })
}
