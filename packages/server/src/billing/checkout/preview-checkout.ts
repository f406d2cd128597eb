import type { Checkout } from '@billing-checkout/contract'
import { required, addSeconds } from '@billing-checkout/domain'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { requireScope } from '../../organization/check-permission.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import type { Billing } from '../billing.ts'
import { unsavedSession } from '../charge-input/unsaved-session.ts'
import { withOurPages } from '../links/our-pages.ts'
import { normalizeMembers } from '../sessions/normalize-members.ts'
import { resolvePayable } from '../sessions/open-session.ts'
import { showCheckout } from './read-checkout.ts'

type PreviewBody = BodyOf<'previewCheckout'>

/**
 * Returns what the checkout of a purchase would show to a new customer. The functions for a stored session resolve and present the preview,
 * but nothing is stored. Throws the same errors as opening such a session.
 */
export const previewCheckout = async (billing: Billing, call: CallerContext, body: PreviewBody): Promise<Checkout> => {
  // A preview with a discount code reveals the code's discount, so the caller needs the permission to read discounts.
  if (body.discount?.code != null) requireScope(call.principal, { resource: 'discounts', access: 'read' }, 'a code')
  const db = inOrganization(billing.database, call.organization.id)
  const organization = withOurPages(billing, call.organization)
  const session = sessionOfPreview(organization.id, await readBillingClock(db), body)
  const now = session.createdAt
  const preview = await resolvePayable(
    billing,
    call,
    { db, now },
    { session, keptPlanId: null, loadedRows: noCustomer },
  )
  const request = { locale: undefined, acceptLanguage: undefined }
  const rows = { ...noRows, session, organization, plan: preview.plan, now }
  return required(
    await showCheckout(billing, request, { organization, rows, preview }),
    'preview of plan',
    body.plan.id,
  )
}

/** A session for a new customer, as though the merchant had named the customer. */
const sessionOfPreview = (
  organizationId: string,
  now: string,
  { plan, country, state, locale, discount }: PreviewBody,
): ClientSessionRow => ({
  ...unsavedSession({ organizationId, now }, null, {}),
  id: noSession,
  members: normalizeMembers(
    {},
    {
      customer: { external_id: 'preview', address: { country, state } },
      plan,
      ...(discount && { discount }),
      options: { locale },
    },
  ),
  expiresAt: addSeconds(now, daySeconds),
})

const daySeconds = 86_400

/** The nil UUID (RFC 9562), which no session has. */
const noSession = '00000000-0000-0000-0000-000000000000'

const noCustomer = { customer: null }

/** The related rows of a new customer's session: there are none. */
const noRows = {
  customer: undefined,
  credit: [],
  methods: [],
  subscription: undefined,
  link: undefined,
  currentPlan: undefined,
  methodCharged: undefined,
  otherLive: [],
  payments: [],
}
