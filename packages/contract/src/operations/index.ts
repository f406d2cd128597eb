import { advanceSandboxClock } from './advance-sandbox-clock.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { createClientSession } from './create-client-session.ts'
import { createCustomer } from './create-customer.ts'
import { createPayment } from './create-payment.ts'
import { createPlan } from './create-plan.ts'
import { createWebhookEndpoint } from './create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts'
import { detachPaymentMethod } from './detach-payment-method.ts'
import { eraseCustomer } from './erase-customer.ts'
import { findAuditRecords } from './find-audit-records.ts'
import { findCardKeys } from './find-card-keys.ts'
import { findCheckout } from './find-checkout.ts'
import { findClientSession } from './find-client-session.ts'
import { findCustomer } from './find-customer.ts'
import { findCustomers } from './find-customers.ts'
import { findDispute } from './find-dispute.ts'
import { findDisputes } from './find-disputes.ts'
import { findEvents } from './find-events.ts'
import { findPayment } from './find-payment.ts'
import { findPayments } from './find-payments.ts'
import { findPlan } from './find-plan.ts'
import { findPlans } from './find-plans.ts'
import { findSandboxClock } from './find-sandbox-clock.ts'
import { findSubscription } from './find-subscription.ts'
import { findSubscriptions } from './find-subscriptions.ts'
import { findWebhookDeliveries } from './find-webhook-deliveries.ts'
import { findWebhookEndpoint } from './find-webhook-endpoint.ts'
import { findWebhookEndpoints } from './find-webhook-endpoints.ts'
import { previewSubscription } from './preview-subscription.ts'
import { redeliverWebhook } from './redeliver-webhook.ts'
import { refundPayment } from './refund-payment.ts'
import { replayWebhooks } from './replay-webhooks.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { scheduleCancellation } from './schedule-cancellation.ts'
import { testWebhookEndpoint } from './test-webhook-endpoint.ts'
import { updateCheckout } from './update-checkout.ts'
import { updateClientSession } from './update-client-session.ts'
import { updateCustomer } from './update-customer.ts'
import { updatePlan } from './update-plan.ts'
import { updateSubscription } from './update-subscription.ts'
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts'

/** Every operation by its name. */
export const operations = {
  findCustomers,
  updateCustomer,
  updateClientSession,
  createPayment,
  findPayments,
  updateSubscription,
  scheduleCancellation,
  findPlan,
  findPlans,
  advanceSandboxClock,
  cancelSubscription,
  createClientSession,
  createCustomer,
  createPlan,
  detachPaymentMethod,
  findCardKeys,
  findCheckout,
  findClientSession,
  findCustomer,
  findDispute,
  findDisputes,
  findEvents,
  findPayment,
  findSandboxClock,
  findSubscription,
  findSubscriptions,
  previewSubscription,
  refundPayment,
  updateCheckout,
  updatePlan,
  createWebhookEndpoint,
  findWebhookEndpoints,
  findWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  replayWebhooks,
  findWebhookDeliveries,
  redeliverWebhook,
  testWebhookEndpoint,
  findAuditRecords,
  eraseCustomer,
} as const

/** The name of an operation. */
export type OperationName = keyof typeof operations
