import type { Billing } from '../billing/billing.ts'
import type { PublicRoute, Route } from '../http/route.ts'
import { advanceSandboxClockRoute } from './sandbox/advance-sandbox-clock.ts'
import { cancelSubscriptionRoute } from './subscriptions/cancel-subscription.ts'
import { createClientSessionRoute } from './checkout/create-client-session.ts'
import { createCustomerRoute } from './customers/create-customer.ts'
import { createPaymentRoute } from './payments/create-payment.ts'
import { createSubscriptionRoute } from './subscriptions/create-subscription.ts'
import { createRecoveryLinkRoute } from './subscriptions/create-recovery-link.ts'
import { createPlanRoute } from './plans/create-plan.ts'
import { createWebhookEndpointRoute } from './webhooks/create-webhook-endpoint.ts'
import { deleteWebhookEndpointRoute } from './webhooks/delete-webhook-endpoint.ts'
import { detachPaymentMethodRoute } from './customers/detach-payment-method.ts'
import { eraseCustomerRoute } from './customers/erase-customer.ts'
import { findAuditRecordsRoute } from './events/find-audit-records.ts'
import { findCardKeysRoute } from './checkout/find-card-keys.ts'
import { findCheckoutRoute } from './checkout/find-checkout.ts'
import { findClientSessionRoute } from './checkout/find-client-session.ts'
import { findClientSessionsRoute } from './checkout/find-client-sessions.ts'
import { findAccessRoute } from './customers/find-access.ts'
import { findCustomerRoute } from './customers/find-customer.ts'
import { findCustomersRoute } from './customers/find-customers.ts'
import { findConsentRoute } from './payments/find-consent.ts'
import { findConsentsRoute } from './payments/find-consents.ts'
import { findPaymentConsentRoute } from './payments/find-payment-consent.ts'
import { findDisputeRoute } from './payments/find-dispute.ts'
import { findDisputesRoute } from './payments/find-disputes.ts'
import { createDeclarationRoute } from './declarations/create-declaration.ts'
import { findDeclarationRoute } from './declarations/find-declaration.ts'
import { findDeclarationsRoute } from './declarations/find-declarations.ts'
import { findEmailsRoute } from './emails/find-emails.ts'
import { findEventsRoute } from './events/find-events.ts'
import { findPaymentRoute } from './payments/find-payment.ts'
import { findPaymentsRoute } from './payments/find-payments.ts'
import { findPlanRoute } from './plans/find-plan.ts'
import { findPlansRoute } from './plans/find-plans.ts'
import { findSandboxClockRoute } from './sandbox/find-sandbox-clock.ts'
import { findSubscriptionRoute } from './subscriptions/find-subscription.ts'
import { findSubscriptionsRoute } from './subscriptions/find-subscriptions.ts'
import { findWebhookDeliveriesRoute } from './webhooks/find-webhook-deliveries.ts'
import { findWebhookEndpointRoute } from './webhooks/find-webhook-endpoint.ts'
import { findWebhookEndpointsRoute } from './webhooks/find-webhook-endpoints.ts'
import { createDiscountRoute } from './discounts/create-discount.ts'
import { findDiscountRoute } from './discounts/find-discount.ts'
import { findDiscountsRoute } from './discounts/find-discounts.ts'
import { updateDiscountRoute } from './discounts/update-discount.ts'
import { createPaymentLinkRoute } from './links/create-payment-link.ts'
import { findPaymentLinkRoute } from './links/find-payment-link.ts'
import { findPaymentLinksRoute } from './links/find-payment-links.ts'
import { updatePaymentLinkRoute } from './links/update-payment-link.ts'
import { createPortalSessionRoute } from './portal/create-portal-session.ts'
import { endPortalSessionRoute } from './portal/end-portal-session.ts'
import { findPortalRoute } from './portal/find-portal.ts'
import { grantCreditRoute } from './customers/grant-credit.ts'
import { previewCheckoutRoute } from './checkout/preview-checkout.ts'
import { previewSubscriptionRoute } from './subscriptions/preview-subscription.ts'
import { redeliverWebhookRoute } from './webhooks/redeliver-webhook.ts'
import { refundPaymentRoute } from './payments/refund-payment.ts'
import { replayWebhooksRoute } from './webhooks/replay-webhooks.ts'
import { resendEmailRoute } from './emails/resend-email.ts'
import { rotateWebhookSecretRoute } from './webhooks/rotate-webhook-secret.ts'
import { scheduleCancellationRoute } from './subscriptions/schedule-cancellation.ts'
import { testWebhookEndpointRoute } from './webhooks/test-webhook-endpoint.ts'
import { updateCheckoutRoute } from './checkout/update-checkout.ts'
import { updateClientSessionRoute } from './checkout/update-client-session.ts'
import { updateCustomerRoute } from './customers/update-customer.ts'
import { updatePlanRoute } from './plans/update-plan.ts'
import { updateSubscriptionRoute } from './subscriptions/update-subscription.ts'
import { updateWebhookEndpointRoute } from './webhooks/update-webhook-endpoint.ts'

/** The routes of all operations that need an API key or a client token. */
export const routesOf = (billing: Billing): readonly Route[] =>
  [
    ...(billing.mode === 'sandbox' ? [advanceSandboxClockRoute, findSandboxClockRoute] : []),
    cancelSubscriptionRoute,
    createClientSessionRoute,
    createCustomerRoute,
    createPaymentRoute,
    createPlanRoute,
    detachPaymentMethodRoute,
    findClientSessionRoute,
    findClientSessionsRoute,
    findAccessRoute,
    findCustomerRoute,
    findCustomersRoute,
    findConsentRoute,
    findConsentsRoute,
    findPaymentConsentRoute,
    findDisputeRoute,
    findDisputesRoute,
    findEventsRoute,
    findPaymentRoute,
    findPaymentsRoute,
    findPlanRoute,
    findPlansRoute,
    findSubscriptionRoute,
    findSubscriptionsRoute,
    previewCheckoutRoute,
    previewSubscriptionRoute,
    refundPaymentRoute,
    createSubscriptionRoute,
    createRecoveryLinkRoute,
    scheduleCancellationRoute,
    updateCheckoutRoute,
    updateClientSessionRoute,
    updateCustomerRoute,
    updatePlanRoute,
    updateSubscriptionRoute,
    createWebhookEndpointRoute,
    findWebhookEndpointsRoute,
    findWebhookEndpointRoute,
    updateWebhookEndpointRoute,
    deleteWebhookEndpointRoute,
    rotateWebhookSecretRoute,
    replayWebhooksRoute,
    findWebhookDeliveriesRoute,
    redeliverWebhookRoute,
    testWebhookEndpointRoute,
    findAuditRecordsRoute,
    eraseCustomerRoute,
    grantCreditRoute,
    createDeclarationRoute,
    findDeclarationRoute,
    findDeclarationsRoute,
    findEmailsRoute,
    resendEmailRoute,
    createPaymentLinkRoute,
    findPaymentLinkRoute,
    findPaymentLinksRoute,
    updatePaymentLinkRoute,
    createPortalSessionRoute,
    endPortalSessionRoute,
    findPortalRoute,
    createDiscountRoute,
    findDiscountRoute,
    findDiscountsRoute,
    updateDiscountRoute,
  ].map((bind) => bind(billing))

/** The routes of all operations that anyone may call. */
export const publicRoutesOf = (billing: Billing): readonly PublicRoute[] =>
  [findCardKeysRoute, findCheckoutRoute].map((bind) => bind(billing))
