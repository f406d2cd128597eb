import type { Selectable, Updateable } from 'kysely'
import type { SchemaOfOrganization } from './schema/ownership.ts'
import type { Schema } from './schema/schema.ts'

/** A stored customer, without `foldedEmail` and `foldedText`, which are used only for searching. */
export type CustomerRow = Omit<Selectable<Schema['customers']>, 'foldedEmail' | 'foldedText'>
/** Credit of a customer from one source. */
export type CustomerCreditRow = Selectable<Schema['customerCredits']>
/** A stored payment method. */
export type PaymentMethodRow = Selectable<Schema['paymentMethods']>
/** A stored plan, without `foldedText`, which is used only for searching. */
export type PlanRow = Omit<Selectable<Schema['plans']>, 'foldedText'>
/** A stored subscription. */
export type SubscriptionRow = Selectable<Schema['subscriptions']>
/** The columns of a subscription that a change sets. */
export type SubscriptionChange = Updateable<SchemaOfOrganization['subscriptions']>
/** A stored discount. */
export type DiscountRow = Selectable<Schema['discounts']>
/** A stored payment link. */
export type PaymentLinkRow = Selectable<Schema['paymentLinks']>
/** A stored link into the portal that was sent to an e-mail address. */
export type PortalLinkRow = Selectable<Schema['portalLinks']>
/** A stored session of the portal. */
export type PortalSessionRow = Selectable<Schema['portalSessions']>
/** A stored client session. */
export type ClientSessionRow = Selectable<Schema['clientSessions']>
/** A stored payment. */
export type PaymentRow = Selectable<Schema['payments']>
/** A stored refund. */
export type RefundRow = Selectable<Schema['refunds']>
/** A refund that a processor has accepted. */
export type AcceptedRefundRow = Selectable<Schema['acceptedRefunds']>
/** A stored consent, with the quote that the shopper consented to. */
export type ConsentRow = Selectable<Schema['consents']>
/** A stored dispute. */
export type DisputeRow = Selectable<Schema['disputes']>
/** A stored attempt. */
export type AttemptRow = Selectable<Schema['attempts']>
/** A stored obligation. */
export type ObligationRow = Selectable<Schema['obligations']>
/** A stored email. */
export type EmailRow = Selectable<Schema['emails']>
/** A stored declaration. */
export type DeclarationRow = Selectable<Schema['declarations']>
/** The effect of a declaration on one contract. */
export type DeclarationEffectRow = Selectable<Schema['declarationEffects']>
/** A stored event. */
export type EventRow = Selectable<Schema['events']>
/** A stored webhook endpoint. */
export type WebhookEndpointRow = Selectable<Schema['webhookEndpoints']>
/** A stored connection. */
export type ConnectionRow = Selectable<Schema['connections']>
/** A stored delivery of a webhook. */
export type WebhookDeliveryRow = Selectable<Schema['webhookDeliveries']>
/** A stored claim. */
export type ClaimRow = Selectable<Schema['claims']>
