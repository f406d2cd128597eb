import { advanceSandboxClock } from './sandbox/advance-sandbox-clock.ts'
import { cancelSubscription } from './subscriptions/cancel-subscription.ts'
import { createClientSession } from './checkout/create-client-session.ts'
import { createCustomer } from './customers/create-customer.ts'
import { createPayment } from './payments/create-payment.ts'
import { createSubscription } from './subscriptions/create-subscription.ts'
import { createRecoveryLink } from './subscriptions/create-recovery-link.ts'
import { createPortalSession } from './portal/create-portal-session.ts'
import { endPortalSession } from './portal/end-portal-session.ts'
import { findPortal } from './portal/find-portal.ts'
import { createDiscount } from './discounts/create-discount.ts'
import { findDiscount } from './discounts/find-discount.ts'
import { findDiscounts } from './discounts/find-discounts.ts'
import { updateDiscount } from './discounts/update-discount.ts'
import { createPaymentLink } from './links/create-payment-link.ts'
import { findPaymentLink } from './links/find-payment-link.ts'
import { findPaymentLinks } from './links/find-payment-links.ts'
import { updatePaymentLink } from './links/update-payment-link.ts'
import { createPlan } from './plans/create-plan.ts'
import { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './webhooks/delete-webhook-endpoint.ts'
import { detachPaymentMethod } from './customers/detach-payment-method.ts'
import { eraseCustomer } from './customers/erase-customer.ts'
import { findAuditRecords } from './events/find-audit-records.ts'
import { findCardKeys } from './checkout/find-card-keys.ts'
import { findCheckout } from './checkout/find-checkout.ts'
import { findClientSession } from './checkout/find-client-session.ts'
import { findClientSessions } from './checkout/find-client-sessions.ts'
import { findAccess } from './customers/find-access.ts'
import { findCustomer } from './customers/find-customer.ts'
import { findCustomers } from './customers/find-customers.ts'
import { findConsent } from './payments/find-consent.ts'
import { findConsents } from './payments/find-consents.ts'
import { findPaymentConsent } from './payments/find-payment-consent.ts'
import { findDispute } from './payments/find-dispute.ts'
import { findDisputes } from './payments/find-disputes.ts'
import { createDeclaration } from './declarations/create-declaration.ts'
import { findDeclaration } from './declarations/find-declaration.ts'
import { findDeclarations } from './declarations/find-declarations.ts'
import { findEmails } from './emails/find-emails.ts'
import { findEvents } from './events/find-events.ts'
import { findPayment } from './payments/find-payment.ts'
import { findPayments } from './payments/find-payments.ts'
import { findPlan } from './plans/find-plan.ts'
import { findPlans } from './plans/find-plans.ts'
import { findSandboxClock } from './sandbox/find-sandbox-clock.ts'
import { findSubscription } from './subscriptions/find-subscription.ts'
import { findSubscriptions } from './subscriptions/find-subscriptions.ts'
import { findWebhookDeliveries } from './webhooks/find-webhook-deliveries.ts'
import { findWebhookEndpoint } from './webhooks/find-webhook-endpoint.ts'
import { findWebhookEndpoints } from './webhooks/find-webhook-endpoints.ts'
import { grantCredit } from './customers/grant-credit.ts'
import { previewSubscription } from './subscriptions/preview-subscription.ts'
import { redeliverWebhook } from './webhooks/redeliver-webhook.ts'
import { refundPayment } from './payments/refund-payment.ts'
import { replayWebhooks } from './webhooks/replay-webhooks.ts'
import { resendEmail } from './emails/resend-email.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { scheduleCancellation } from './subscriptions/schedule-cancellation.ts'
import { testWebhookEndpoint } from './webhooks/test-webhook-endpoint.ts'
import { previewCheckout } from './checkout/preview-checkout.ts'
import { updateCheckout } from './checkout/update-checkout.ts'
import { updateClientSession } from './checkout/update-client-session.ts'
import { updateCustomer } from './customers/update-customer.ts'
import { updatePlan } from './plans/update-plan.ts'
import { updateSubscription } from './subscriptions/update-subscription.ts'
import { updateWebhookEndpoint } from './webhooks/update-webhook-endpoint.ts'

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
  findClientSessions,
  findCustomer,
  findAccess,
  findConsent,
  findConsents,
  findPaymentConsent,
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
  previewCheckout,
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
  grantCredit,
  createDeclaration,
  findDeclaration,
  findDeclarations,
  findEmails,
  resendEmail,
  createSubscription,
  createRecoveryLink,
  createPaymentLink,
  findPaymentLink,
  findPaymentLinks,
  updatePaymentLink,
  createPortalSession,
  endPortalSession,
  findPortal,
  createDiscount,
  findDiscount,
  findDiscounts,
  updateDiscount,
} as const

/** The name of an operation. */
export type OperationName = keyof typeof operations
