import type { OperationName } from '../operations/index.ts'
import { advanceSandboxClockExample } from './sandbox/advance-sandbox-clock.ts'
import { cancelSubscriptionExample } from './subscriptions/cancel-subscription.ts'
import { createClientSessionExample } from './checkout/create-client-session.ts'
import { createCustomerExample } from './customers/create-customer.ts'
import { createPaymentExample } from './payments/create-payment.ts'
import { createPlanExample } from './plans/create-plan.ts'
import { detachPaymentMethodExample } from './customers/detach-payment-method.ts'
import { findCardKeysExample } from './checkout/find-card-keys.ts'
import { findCheckoutExample } from './checkout/find-checkout.ts'
import { findClientSessionExample } from './checkout/find-client-session.ts'
import { findClientSessionsExample } from './checkout/find-client-sessions.ts'
import { findAccessExample } from './customers/find-access.ts'
import { findCustomerExample } from './customers/find-customer.ts'
import { findCustomersExample } from './customers/find-customers.ts'
import { findConsentExample } from './payments/find-consent.ts'
import { findConsentsExample } from './payments/find-consents.ts'
import { findPaymentConsentExample } from './payments/find-payment-consent.ts'
import { findDisputeExample } from './payments/find-dispute.ts'
import { findDisputesExample } from './payments/find-disputes.ts'
import { findEventsExample } from './events/find-events.ts'
import { findPaymentExample } from './payments/find-payment.ts'
import { findPaymentsExample } from './payments/find-payments.ts'
import { findPlanExample } from './plans/find-plan.ts'
import { findPlansExample } from './plans/find-plans.ts'
import { findSandboxClockExample } from './sandbox/find-sandbox-clock.ts'
import { findSubscriptionExample } from './subscriptions/find-subscription.ts'
import { findSubscriptionsExample } from './subscriptions/find-subscriptions.ts'
import { previewCheckoutExample } from './checkout/preview-checkout.ts'
import { previewSubscriptionExample } from './subscriptions/preview-subscription.ts'
import { refundPaymentExample } from './payments/refund-payment.ts'
import { createSubscriptionExample } from './subscriptions/create-subscription.ts'
import { createRecoveryLinkExample } from './subscriptions/create-recovery-link.ts'
import { scheduleCancellationExample } from './subscriptions/schedule-cancellation.ts'
import { updateCheckoutExample } from './checkout/update-checkout.ts'
import { updateClientSessionExample } from './checkout/update-client-session.ts'
import { updateCustomerExample } from './customers/update-customer.ts'
import { updatePlanExample } from './plans/update-plan.ts'
import { updateSubscriptionExample } from './subscriptions/update-subscription.ts'
import { createWebhookEndpointExample } from './webhooks/create-webhook-endpoint.ts'
import { findWebhookEndpointsExample } from './webhooks/find-webhook-endpoints.ts'
import { findWebhookEndpointExample } from './webhooks/find-webhook-endpoint.ts'
import { updateWebhookEndpointExample } from './webhooks/update-webhook-endpoint.ts'
import { deleteWebhookEndpointExample } from './webhooks/delete-webhook-endpoint.ts'
import { rotateWebhookSecretExample } from './webhooks/rotate-webhook-secret.ts'
import { findWebhookDeliveriesExample } from './webhooks/find-webhook-deliveries.ts'
import { redeliverWebhookExample } from './webhooks/redeliver-webhook.ts'
import { replayWebhooksExample } from './webhooks/replay-webhooks.ts'
import { testWebhookEndpointExample } from './webhooks/test-webhook-endpoint.ts'
import { eraseCustomerExample } from './customers/erase-customer.ts'
import { createDeclarationExample } from './declarations/create-declaration.ts'
import { findDeclarationExample } from './declarations/find-declaration.ts'
import { findDeclarationsExample } from './declarations/find-declarations.ts'
import { findEmailsExample } from './emails/find-emails.ts'
import { resendEmailExample } from './emails/resend-email.ts'
import { grantCreditExample } from './customers/grant-credit.ts'
import { findAuditRecordsExample } from './events/find-audit-records.ts'
import { createDiscountExample } from './discounts/create-discount.ts'
import { findDiscountExample } from './discounts/find-discount.ts'
import { findDiscountsExample } from './discounts/find-discounts.ts'
import { updateDiscountExample } from './discounts/update-discount.ts'
import { createPaymentLinkExample } from './links/create-payment-link.ts'
import { findPaymentLinkExample } from './links/find-payment-link.ts'
import { findPaymentLinksExample } from './links/find-payment-links.ts'
import { createPortalSessionExample } from './portal/create-portal-session.ts'
import { endPortalSessionExample } from './portal/end-portal-session.ts'
import { findPortalExample } from './portal/find-portal.ts'
import { updatePaymentLinkExample } from './links/update-payment-link.ts'
import type { OperationExample } from './operation-example.ts'

/** A request and the server's answer for each operation; a test records them from a running server. */
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
  findClientSessions: findClientSessionsExample,
  findAccess: findAccessExample,
  findCustomer: findCustomerExample,
  findCustomers: findCustomersExample,
  findConsent: findConsentExample,
  findConsents: findConsentsExample,
  findPaymentConsent: findPaymentConsentExample,
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
  previewCheckout: previewCheckoutExample,
  previewSubscription: previewSubscriptionExample,
  refundPayment: refundPaymentExample,
  createSubscription: createSubscriptionExample,
  createRecoveryLink: createRecoveryLinkExample,
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
  grantCredit: grantCreditExample,
  createDeclaration: createDeclarationExample,
  findDeclaration: findDeclarationExample,
  findDeclarations: findDeclarationsExample,
  findEmails: findEmailsExample,
  resendEmail: resendEmailExample,
  createPaymentLink: createPaymentLinkExample,
  findPaymentLink: findPaymentLinkExample,
  findPaymentLinks: findPaymentLinksExample,
  updatePaymentLink: updatePaymentLinkExample,
  createPortalSession: createPortalSessionExample,
  endPortalSession: endPortalSessionExample,
  findPortal: findPortalExample,
  createDiscount: createDiscountExample,
  findDiscount: findDiscountExample,
  findDiscounts: findDiscountsExample,
  updateDiscount: updateDiscountExample,
}
