import { type PaymentLink, Problem } from '@billing-checkout/contract'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { presentPaymentLink } from '../../presenters/plans/present-payment-link.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import type { PaymentLinkRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { noDeclinesColumns } from '../links/pause-links.ts'
import { refuseDisallowedUrl } from './refuse-disallowed-urls.ts'

type LinkBody = BodyOf<'updatePaymentLink'>

/**
 * Switches a payment link off or on, or changes its limits or return URL. The lock on its row keeps purchases waiting until the change
 * commits.
 */
export const updatePaymentLink = async (
  billing: Billing,
  call: CallerContext,
  id: string,
  body: LinkBody,
): Promise<PaymentLink> => {
  refuseDisallowedUrl(billing, call.organization, body.return_url)
  return write(billing.database, call.organization.id, async (work) => {
    const { db, now } = work
    const stored = await db.selectFrom('paymentLinks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (stored === undefined) throw new Problem('not_found', `There is no payment link ${id}.`)
    const changed = changedBy(stored, body)
    const isSame = Object.entries(changed).every(([name, value]) => stored[name as keyof typeof changed] === value)
    const row = isSame ? stored : { ...stored, ...changed, updatedAt: now }
    const before = presentPaymentLink(billing.publicUrl(), stored)
    const link = presentPaymentLink(billing.publicUrl(), row)
    if (!isSame) {
      work.update(
        'paymentLinks',
        { id },
        { ...changed, ...(body.active === true && noDeclinesColumns), updatedAt: now },
      )
      recordAudit(work, { object: id, before, after: link })
    }
    saveIdempotentResponse(work, call, link)
    return link
  })
}

const changedBy = (
  { active, pauseDueAt, pausedAt, maxUses, expiresAt, returnUrl }: PaymentLinkRow,
  body: LinkBody,
): Pick<PaymentLinkRow, 'active' | 'pauseDueAt' | 'pausedAt' | 'maxUses' | 'expiresAt' | 'returnUrl'> => ({
  active: body.active ?? active,
  pauseDueAt: body.active === true ? null : pauseDueAt,
  pausedAt: body.active === true ? null : pausedAt,
  maxUses: body.max_uses === undefined ? maxUses : body.max_uses,
  expiresAt: body.expires_at === undefined ? expiresAt : body.expires_at,
  returnUrl: body.return_url === undefined ? returnUrl : body.return_url,
})
