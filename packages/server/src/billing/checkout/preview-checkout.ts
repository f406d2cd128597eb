import type { Checkout, operations } from '@billing-checkout/contract'
import { required, secondsAfter } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { requireScope } from '../../organization/check-permission.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import type { Billing } from '../billing.ts'
import { unsavedSession } from '../charge-input/unsaved-session.ts'
import { withOurPages } from '../links/declaration-page.ts'
import { normalizeMembers } from '../sessions/normalize-members.ts'
import { resolvePayable } from '../sessions/open-session.ts'
import { showCheckout } from './show-checkout.ts'

type PreviewBody = z.output<NonNullable<typeof operations.previewCheckout.body>>

/**
 * What the checkout of a purchase would show to a new customer, resolved and shown by the functions that serve a session, without one.
 * Changes nothing. Throws what opening such a session would throw.
 */
export const previewCheckout = async (billing: Billing, call: CallerContext, body: PreviewBody): Promise<Checkout> => {
  // A code tells what it takes off, so who may not read discounts may not try codes either.
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

/** A session for a customer whom the merchant names and whom we do not know yet. */
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
  expiresAt: secondsAfter(now, daySeconds),
})

const daySeconds = 86_400

/** No session has this id (RFC 9562). */
const noSession = '00000000-0000-0000-0000-000000000000'

const noCustomer = { customer: null }

/** What the session of a new customer leads to. */
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
