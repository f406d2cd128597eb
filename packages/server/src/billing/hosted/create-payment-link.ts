import { type PaymentLink, Problem } from '@billing-checkout/contract'
import { discountedPrice, type PlanTerms, quantityOf } from '@billing-checkout/domain'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import { presentPaymentLink } from '../../presenters/plans/present-payment-link.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { loadPlan } from '../../store/entities/plans.ts'
import type { PaymentLinkRow, PlanRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { discountOfSale } from '../discounts/discount-of-sale.ts'
import { invalidDiscount } from '../discounts/invalid-discount.ts'
import { refuseWithoutPages } from '../links/our-pages.ts'
import { type RatedBilling, minimumChargeAmount } from '../quotes/refuse-unchargeable-amount.ts'
import { termsOfSale } from '../quotes/terms-of-sale.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { noDeclinesColumns } from '../links/pause-links.ts'
import { refuseDisallowedUrl } from './refuse-disallowed-urls.ts'

type LinkBody = BodyOf<'createPaymentLink'>

/** Creates a link by which any shopper buys a plan. */
export const createPaymentLink = async (
  billing: Billing,
  call: CallerContext,
  body: LinkBody,
): Promise<PaymentLink> => {
  refuseWithoutPages(billing)
  refuseDisallowedUrl(billing, call.organization, body.return_url)
  return withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, async (work) => {
      const plan = await loadPlan(work.db, body.plan.id)
      if (plan === undefined) throw new Problem('not_found', `There is no plan ${body.plan.id}.`)
      if (plan.archivedAt) throw new Problem('plan_archived', `Plan ${plan.id} was archived at ${plan.archivedAt}.`)
      const terms = termsOfSale(plan, { country: null, quantity: body.plan.quantity })
      if (body.discount) await refuseDiscount(rated, work, call.organization, { plan, terms, id: body.discount.id })
      const row: PaymentLinkRow = {
        organizationId: work.organizationId,
        id: newId('link', work),
        planId: plan.id,
        quantity: quantityOf(terms),
        discountId: body.discount?.id ?? null,
        active: true,
        ...noDeclinesColumns,
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
    }),
  )
}

/** Throws `discount_invalid` if the discount cannot be redeemed, or leaves a price above 0 that is too small to charge. */
const refuseDiscount = async (
  billing: RatedBilling,
  { db, now }: Write,
  organization: Organization,
  { plan, terms, id }: { readonly plan: PlanRow; readonly terms: PlanTerms; readonly id: string },
): Promise<void> => {
  const { currency } = terms.price
  const found = await discountOfSale(db, { id }, { plan, currency, customerId: null, email: null, now })
  if ('refusal' in found) throw invalidDiscount(found.refusal)
  const price = discountedPrice({ ...terms, discount: found.discount })
  const minimum = minimumChargeAmount(billing, organization, currency)
  if (price === 0 || price >= minimum) return
  const message = `The discount leaves ${price} in minor units of ${currency}; a price must be 0 or at least ${minimum}.`
  throw invalidDiscount({ reason: 'below_minimum', message }, { amount: minimum, currency })
}
