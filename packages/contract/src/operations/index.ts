import * as checkout from './checkout/checkout.ts'
import * as clientSessions from './checkout/client-sessions.ts'
import * as customers from './customers.ts'
import * as declarations from './declarations.ts'
import * as discounts from './discounts.ts'
import * as emails from './emails.ts'
import * as events from './events.ts'
import * as links from './links.ts'
import * as consents from './payments/consents.ts'
import { createPayment } from './payments/create-payment.ts'
import * as disputes from './payments/disputes.ts'
import * as payments from './payments/payments.ts'
import * as plans from './plans.ts'
import * as portalSessions from './portal/portal-sessions.ts'
import * as sandbox from './sandbox.ts'
import { previewSubscription } from './subscriptions/preview-subscription.ts'
import * as subscriptions from './subscriptions/subscriptions.ts'
import { updateSubscription } from './subscriptions/update-subscription.ts'
import * as webhooks from './webhooks.ts'
import { nameOperations } from './parts/operation.ts'

/** Every operation by its name. */
export const operations = nameOperations({
  findCustomers: customers.findCustomers,
  updateCustomer: customers.updateCustomer,
  updateClientSession: clientSessions.updateClientSession,
  createPayment,
  findPayments: payments.findPayments,
  updateSubscription,
  scheduleCancellation: subscriptions.scheduleCancellation,
  findPlan: plans.findPlan,
  findPlans: plans.findPlans,
  advanceSandboxClock: sandbox.advanceSandboxClock,
  cancelSubscription: subscriptions.cancelSubscription,
  createClientSession: clientSessions.createClientSession,
  createCustomer: customers.createCustomer,
  createPlan: plans.createPlan,
  detachPaymentMethod: customers.detachPaymentMethod,
  findCardKeys: checkout.findCardKeys,
  findCheckout: checkout.findCheckout,
  findClientSession: clientSessions.findClientSession,
  findClientSessions: clientSessions.findClientSessions,
  findCustomer: customers.findCustomer,
  findAccess: customers.findAccess,
  findConsent: consents.findConsent,
  findConsents: consents.findConsents,
  findPaymentConsent: consents.findPaymentConsent,
  findDispute: disputes.findDispute,
  findDisputes: disputes.findDisputes,
  findEvents: events.findEvents,
  findPayment: payments.findPayment,
  findSandboxClock: sandbox.findSandboxClock,
  findSubscription: subscriptions.findSubscription,
  findSubscriptions: subscriptions.findSubscriptions,
  previewSubscription,
  refundPayment: payments.refundPayment,
  updateCheckout: checkout.updateCheckout,
  previewCheckout: checkout.previewCheckout,
  updatePlan: plans.updatePlan,
  createWebhookEndpoint: webhooks.createWebhookEndpoint,
  findWebhookEndpoints: webhooks.findWebhookEndpoints,
  findWebhookEndpoint: webhooks.findWebhookEndpoint,
  updateWebhookEndpoint: webhooks.updateWebhookEndpoint,
  deleteWebhookEndpoint: webhooks.deleteWebhookEndpoint,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  replayWebhooks: webhooks.replayWebhooks,
  findWebhookDeliveries: webhooks.findWebhookDeliveries,
  redeliverWebhook: webhooks.redeliverWebhook,
  testWebhookEndpoint: webhooks.testWebhookEndpoint,
  findAuditRecords: events.findAuditRecords,
  eraseCustomer: customers.eraseCustomer,
  grantCredit: customers.grantCredit,
  createDeclaration: declarations.createDeclaration,
  findDeclaration: declarations.findDeclaration,
  findDeclarations: declarations.findDeclarations,
  findEmails: emails.findEmails,
  resendEmail: emails.resendEmail,
  createSubscription: subscriptions.createSubscription,
  createRecoveryLink: subscriptions.createRecoveryLink,
  createPaymentLink: links.createPaymentLink,
  findPaymentLink: links.findPaymentLink,
  findPaymentLinks: links.findPaymentLinks,
  updatePaymentLink: links.updatePaymentLink,
  createPortalSession: portalSessions.createPortalSession,
  endPortalSession: portalSessions.endPortalSession,
  findPortal: portalSessions.findPortal,
  createDiscount: discounts.createDiscount,
  findDiscount: discounts.findDiscount,
  findDiscounts: discounts.findDiscounts,
  updateDiscount: discounts.updateDiscount,
})

/** The name of an operation. */
export type OperationName = keyof typeof operations
