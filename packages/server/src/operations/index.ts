import type { Billing } from '../billing/billing.ts'
import type { PublicRoute, Route } from '../http/route.ts'
import { advanceSandboxClockRoute } from './advance-sandbox-clock.ts'
import { cancelSubscriptionRoute } from './cancel-subscription.ts'
import { createClientSessionRoute } from './create-client-session.ts'
import { createCustomerRoute } from './create-customer.ts'
import { createPaymentRoute } from './create-payment.ts'
import { createPlanRoute } from './create-plan.ts'
import { createWebhookEndpointRoute } from './create-webhook-endpoint.ts'
import { deleteWebhookEndpointRoute } from './delete-webhook-endpoint.ts'
import { detachPaymentMethodRoute } from './detach-payment-method.ts'
import { eraseCustomerRoute } from './erase-customer.ts'
import { findAuditRecordsRoute } from './find-audit-records.ts'
import { findCardKeysRoute } from './find-card-keys.ts'
import { findCheckoutRoute } from './find-checkout.ts'
import { findClientSessionRoute } from './find-client-session.ts'
import { findCustomerRoute } from './find-customer.ts'
import { findCustomersRoute } from './find-customers.ts'
import { findDisputeRoute } from './find-dispute.ts'
import { findDisputesRoute } from './find-disputes.ts'
import { findEventsRoute } from './find-events.ts'
import { findPaymentRoute } from './find-payment.ts'
import { findPaymentsRoute } from './find-payments.ts'
import { findPlanRoute } from './find-plan.ts'
import { findPlansRoute } from './find-plans.ts'
import { findSandboxClockRoute } from './find-sandbox-clock.ts'
import { findSubscriptionRoute } from './find-subscription.ts'
import { findSubscriptionsRoute } from './find-subscriptions.ts'
import { findWebhookDeliveriesRoute } from './find-webhook-deliveries.ts'
import { findWebhookEndpointRoute } from './find-webhook-endpoint.ts'
import { findWebhookEndpointsRoute } from './find-webhook-endpoints.ts'
import { previewSubscriptionRoute } from './preview-subscription.ts'
import { redeliverWebhookRoute } from './redeliver-webhook.ts'
import { refundPaymentRoute } from './refund-payment.ts'
import { replayWebhooksRoute } from './replay-webhooks.ts'
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.ts'
import { scheduleCancellationRoute } from './schedule-cancellation.ts'
import { testWebhookEndpointRoute } from './test-webhook-endpoint.ts'
import { updateCheckoutRoute } from './update-checkout.ts'
import { updateClientSessionRoute } from './update-client-session.ts'
import { updateCustomerRoute } from './update-customer.ts'
import { updatePlanRoute } from './update-plan.ts'
import { updateSubscriptionRoute } from './update-subscription.ts'
import { updateWebhookEndpointRoute } from './update-webhook-endpoint.ts'

/** Every operation that a key or a client token is needed for. */
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
    findCustomerRoute,
    findCustomersRoute,
    findDisputeRoute,
    findDisputesRoute,
    findEventsRoute,
    findPaymentRoute,
    findPaymentsRoute,
    findPlanRoute,
    findPlansRoute,
    findSubscriptionRoute,
    findSubscriptionsRoute,
    previewSubscriptionRoute,
    refundPaymentRoute,
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
  ].map((bind) => bind(billing))

/** Every operation that anyone may call. */
export const publicRoutesOf = (billing: Billing): readonly PublicRoute[] =>
  [findCardKeysRoute, findCheckoutRoute].map((bind) => bind(billing))
