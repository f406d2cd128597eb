import {
  type ChangePreview,
  type ClientSession,
  type PortalFeature,
  Problem,
  type SessionMembers,
} from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import type { BodyOf, CallerContext, PortalPrincipal } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import { effectiveSettings } from '../../organization/effective-settings.ts'
import { redactSession } from '../../presenters/redaction/redact-for.ts'
import { findOpenPortalSession } from '../../store/entities/portal-sessions.ts'
import { loadSubscription } from '../../store/entities/subscriptions.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'
import { openSession } from '../sessions/open-session.ts'
import { previewChange } from '../subscriptions/preview-change.ts'
import { refuseChangeNotOffered } from './portal-plans.ts'

type PreviewBody = BodyOf<'previewSubscription'>

/**
 * Opens a checkout session for an action in the portal that needs a card or moves money. The customer pays what a subscription owes,
 * changes its plan or quantity, resumes it or gives it another method. The merchant's settings decide how a change is billed.
 */
export const openPortalCheckout = async (
  billing: Billing,
  call: CallerContext,
  { subscription: named, plan, options }: SessionMembers,
): Promise<ClientSession> => {
  const principal = call.principal as PortalPrincipal
  const subscription = await loadNamed(billing, call, named?.id)
  const wanted =
    plan?.id == null ? undefined : { id: plan.id, ...(plan.quantity != null && { quantity: plan.quantity }) }
  if (wanted === undefined) {
    if (plan?.quantity != null) throw new Problem('insufficient_permission', 'A quantity is changed with its plan.id.')
    refuseNotOffered(call.organization, subscription)
  } else
    await refuseChangeNotOffered(
      inOrganization(billing.database, call.organization.id),
      call.organization,
      subscription,
      wanted,
    )
  const session = await openSession(
    billing,
    call,
    {
      subscription: {
        id: subscription.id,
        ...(wanted !== undefined && {
          proration_billing_mode: effectiveSettings(call.organization.settings).portal_changes,
        }),
      },
      ...(wanted !== undefined && { plan: wanted }),
      options: { ...options, expires_in: await secondsLeft(billing, call, principal) },
    },
    principal.ownOrigin === null ? null : 'checkout',
  )
  return redactSession(session)
}

/** What a change of plan or quantity in the portal would charge, billed as the merchant's settings say. */
export const previewInPortal = async (
  billing: Billing,
  call: CallerContext,
  { subscription: { id }, plan }: PreviewBody,
): Promise<ChangePreview> => {
  const subscription = await loadNamed(billing, call, id)
  const wanted = required(plan, 'plan of the preview of', id)
  await refuseChangeNotOffered(
    inOrganization(billing.database, call.organization.id),
    call.organization,
    subscription,
    wanted,
  )
  const { portal_changes: mode } = effectiveSettings(call.organization.settings)
  return previewChange(billing, call, { subscription: { id, proration_billing_mode: mode }, plan: wanted })
}

const loadNamed = async (
  { database }: Billing,
  { organization }: CallerContext,
  id: string | null | undefined,
): Promise<SubscriptionRow> => {
  if (!id) throw new Problem('insufficient_permission', 'The portal opens a client session for a subscription only.')
  return required(await loadSubscription(inOrganization(database, organization.id), id), 'subscription', id)
}

/**
 * The portal feature that a merchant must offer for a session without a plan, by the subscription's status. Null if no feature is needed,
 * because a customer may always pay what they owe.
 */
const featureOf: Readonly<Record<SubscriptionRow['status'], PortalFeature | null>> = {
  trial: 'payment_methods',
  active: 'payment_methods',
  past_due: null,
  scheduled_for_cancellation: 'resume',
  cancelled: 'resume',
}

const refuseNotOffered = ({ settings }: Organization, { status }: SubscriptionRow): void => {
  const feature = featureOf[status]
  if (feature === null || effectiveSettings(settings).portal_features.includes(feature)) return
  throw new Problem('insufficient_permission', `The merchant does not offer ${feature} in the portal.`)
}

/**
 * The seconds that a checkout session of the portal lasts: until the portal session ends, but at least the five minutes that every session
 * has.
 */
const secondsLeft = async (
  { database, wallClock }: Billing,
  { organization }: CallerContext,
  { sessionId }: PortalPrincipal,
): Promise<number> => {
  const wall = wallClock()
  const session = await findOpenPortalSession(inOrganization(database, organization.id), sessionId, wall)
  if (session === undefined) throw new Problem('expired_credentials', 'This portal session has ended.')
  return Math.max(300, Math.floor((Date.parse(session.expiresAt) - Date.parse(wall)) / 1000))
}
