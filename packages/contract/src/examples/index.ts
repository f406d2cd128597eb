import type { OperationName } from '../operations/index.ts'
import { advanceSandboxClockExample } from './advance-sandbox-clock.ts'
import { cancelSubscriptionExample } from './cancel-subscription.ts'
import { createClientSessionExample } from './create-client-session.ts'
import { createCustomerExample } from './create-customer.ts'
import { createPaymentExample } from './create-payment.ts'
import { createPlanExample } from './create-plan.ts'
import { detachPaymentMethodExample } from './detach-payment-method.ts'
import { findCardKeysExample } from './find-card-keys.ts'
import { findCheckoutExample } from './find-checkout.ts'
import { findClientSessionExample } from './find-client-session.ts'
import { findCustomerExample } from './find-customer.ts'
import { findCustomersExample } from './find-customers.ts'
import { findDisputeExample } from './find-dispute.ts'
import { findDisputesExample } from './find-disputes.ts'
import { findEventsExample } from './find-events.ts'
import { findPaymentExample } from './find-payment.ts'
import { findPaymentsExample } from './find-payments.ts'
import { findPlanExample } from './find-plan.ts'
import { findPlansExample } from './find-plans.ts'
import { findSandboxClockExample } from './find-sandbox-clock.ts'
import { findSubscriptionExample } from './find-subscription.ts'
import { findSubscriptionsExample } from './find-subscriptions.ts'
import { previewSubscriptionExample } from './preview-subscription.ts'
import { refundPaymentExample } from './refund-payment.ts'
import { scheduleCancellationExample } from './schedule-cancellation.ts'
import { updateCheckoutExample } from './update-checkout.ts'
import { updateClientSessionExample } from './update-client-session.ts'
import { updateCustomerExample } from './update-customer.ts'
import { updatePlanExample } from './update-plan.ts'
import { updateSubscriptionExample } from './update-subscription.ts'
import { createWebhookEndpointExample } from './create-webhook-endpoint.ts'
import { findWebhookEndpointsExample } from './find-webhook-endpoints.ts'
import { findWebhookEndpointExample } from './find-webhook-endpoint.ts'
import { updateWebhookEndpointExample } from './update-webhook-endpoint.ts'
import { deleteWebhookEndpointExample } from './delete-webhook-endpoint.ts'
import { rotateWebhookSecretExample } from './rotate-webhook-secret.ts'
import { findWebhookDeliveriesExample } from './find-webhook-deliveries.ts'
import { redeliverWebhookExample } from './redeliver-webhook.ts'
import { replayWebhooksExample } from './replay-webhooks.ts'
import { testWebhookEndpointExample } from './test-webhook-endpoint.ts'
import { eraseCustomerExample } from './erase-customer.ts'
import { findAuditRecordsExample } from './find-audit-records.ts'
import type { OperationExample } from './operation-example.ts'

/** A worked request and answer of every operation, as a test gets them from a server. */
export const examples: Readonly<Record<OperationName, OperationExample>> = {
  advanceSandboxClock: advanceSandboxClockExample,
  cancelSubscription: cancelSubscriptionExample,
  createClientSession: createClientSessionExample,
  createCustomer: createCustomerExample,
  createPayment: createPaymentExample,
  createPlan: createPlanExample,
  detachPaymentMethod: detachPaymentMethodExample,
  findCardKeys: findCardKeysExample,
  findCheckout: findCheckoutExample,
  findClientSession: findClientSessionExample,
  findCustomer: findCustomerExample,
  findCustomers: findCustomersExample,
  findDispute: findDisputeExample,
  findDisputes: findDisputesExample,
  findEvents: findEventsExample,
  findPayment: findPaymentExample,
  findPayments: findPaymentsExample,
  findPlan: findPlanExample,
  findPlans: findPlansExample,
  findSandboxClock: findSandboxClockExample,
  findSubscription: findSubscriptionExample,
  findSubscriptions: findSubscriptionsExample,
  previewSubscription: previewSubscriptionExample,
  refundPayment: refundPaymentExample,
  scheduleCancellation: scheduleCancellationExample,
  updateCheckout: updateCheckoutExample,
  updateClientSession: updateClientSessionExample,
  updateCustomer: updateCustomerExample,
  updatePlan: updatePlanExample,
  updateSubscription: updateSubscriptionExample,
  createWebhookEndpoint: createWebhookEndpointExample,
  findWebhookEndpoints: findWebhookEndpointsExample,
  findWebhookEndpoint: findWebhookEndpointExample,
  updateWebhookEndpoint: updateWebhookEndpointExample,
  deleteWebhookEndpoint: deleteWebhookEndpointExample,
  rotateWebhookSecret: rotateWebhookSecretExample,
  findWebhookDeliveries: findWebhookDeliveriesExample,
  redeliverWebhook: redeliverWebhookExample,
  replayWebhooks: replayWebhooksExample,
  testWebhookEndpoint: testWebhookEndpointExample,
  findAuditRecords: findAuditRecordsExample,
  eraseCustomer: eraseCustomerExample,
}
