import type { OperationName, RequestPart, RequestPartsOf } from './operation-types.ts'

/** The facts about an operation from which its requests are built. */
export interface OperationRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /** The arguments of the method after the path's id, in order. */
  readonly sends: readonly RequestPart[]
}

/**
 * Every operation. The contract also describes the operations, but importing the contract would add a schema library. The types and a test
 * keep this table equal to the contract.
 */
export const operationTable = {
  findCustomers: { method: 'GET', path: '/customers', sends: ['query'] },
  updateCustomer: { method: 'PATCH', path: '/customers/{id}', sends: ['body'] },
  updateClientSession: { method: 'PATCH', path: '/client-session/{id}', sends: ['body'] },
  createPayment: { method: 'POST', path: '/payments', sends: ['body'] },
  findPayments: { method: 'GET', path: '/payments', sends: ['query'] },
  updateSubscription: { method: 'PATCH', path: '/subscriptions', sends: ['body'] },
  scheduleCancellation: { method: 'POST', path: '/subscriptions/schedule-cancel/{id}', sends: ['body'] },
  findPlan: { method: 'GET', path: '/plans/{id}', sends: [] },
  findPlans: { method: 'GET', path: '/plans', sends: ['query'] },
  advanceSandboxClock: { method: 'POST', path: '/sandbox/clock', sends: ['body'] },
  cancelSubscription: { method: 'POST', path: '/subscriptions/cancel/{id}', sends: ['body'] },
  createClientSession: { method: 'POST', path: '/client-session', sends: ['body'] },
  createCustomer: { method: 'POST', path: '/customers', sends: ['body'] },
  createSubscription: { method: 'POST', path: '/subscriptions', sends: ['body'] },
  createRecoveryLink: { method: 'POST', path: '/subscriptions/{id}/recovery-link', sends: [] },
  createPlan: { method: 'POST', path: '/plans', sends: ['body'] },
  detachPaymentMethod: { method: 'DELETE', path: '/payment-methods/{id}', sends: [] },
  findCardKeys: { method: 'GET', path: '/card-keys', sends: [] },
  findCheckout: { method: 'GET', path: '/checkout/{session_id}', sends: ['query'] },
  findClientSessions: { method: 'GET', path: '/client-session', sends: ['query'] },
  findClientSession: { method: 'GET', path: '/client-session/{id}', sends: [] },
  findAccess: { method: 'GET', path: '/customers/{id}/access', sends: ['query'] },
  findCustomer: { method: 'GET', path: '/customers/{id}', sends: [] },
  findConsent: { method: 'GET', path: '/consents/{id}', sends: [] },
  findConsents: { method: 'GET', path: '/consents', sends: ['query'] },
  findPaymentConsent: { method: 'GET', path: '/payments/{id}/consent', sends: [] },
  findDispute: { method: 'GET', path: '/disputes/{id}', sends: [] },
  findDisputes: { method: 'GET', path: '/disputes', sends: ['query'] },
  findEvents: { method: 'GET', path: '/events', sends: ['query'] },
  findPayment: { method: 'GET', path: '/payments/{id}', sends: [] },
  findSandboxClock: { method: 'GET', path: '/sandbox/clock', sends: [] },
  findSubscription: { method: 'GET', path: '/subscriptions/{id}', sends: [] },
  findSubscriptions: { method: 'GET', path: '/subscriptions', sends: ['query'] },
  previewCheckout: { method: 'POST', path: '/checkout/preview', sends: ['body'] },
  previewSubscription: { method: 'POST', path: '/subscriptions/preview', sends: ['body'] },
  refundPayment: { method: 'POST', path: '/payments/refund/{id}', sends: ['body'] },
  updateCheckout: { method: 'PATCH', path: '/checkout/{session_id}', sends: ['body', 'query'] },
  createWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints', sends: ['body'] },
  findWebhookEndpoints: { method: 'GET', path: '/webhook-endpoints', sends: ['query'] },
  findWebhookEndpoint: { method: 'GET', path: '/webhook-endpoints/{id}', sends: [] },
  updateWebhookEndpoint: { method: 'PATCH', path: '/webhook-endpoints/{id}', sends: ['body'] },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/webhook-endpoints/{id}', sends: [] },
  rotateWebhookSecret: { method: 'POST', path: '/webhook-endpoints/{id}/rotate-secret', sends: [] },
  replayWebhooks: { method: 'POST', path: '/webhook-endpoints/{id}/replay', sends: ['body'] },
  findWebhookDeliveries: { method: 'GET', path: '/webhook-deliveries', sends: ['query'] },
  redeliverWebhook: { method: 'POST', path: '/webhook-deliveries/{id}/redeliver', sends: [] },
  testWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints/{id}/test', sends: [] },
  eraseCustomer: { method: 'DELETE', path: '/customers/{id}', sends: ['query'] },
  findAuditRecords: { method: 'GET', path: '/audit', sends: ['query'] },
  createDeclaration: { method: 'POST', path: '/declarations', sends: ['body'] },
  findDeclaration: { method: 'GET', path: '/declarations/{id}', sends: [] },
  findDeclarations: { method: 'GET', path: '/declarations', sends: ['query'] },
  findEmails: { method: 'GET', path: '/emails', sends: ['query'] },
  resendEmail: { method: 'POST', path: '/emails/{id}/resend', sends: ['body'] },
  grantCredit: { method: 'POST', path: '/customers/{id}/credit', sends: ['body'] },
  createDiscount: { method: 'POST', path: '/discounts', sends: ['body'] },
  findDiscount: { method: 'GET', path: '/discounts/{id}', sends: [] },
  findDiscounts: { method: 'GET', path: '/discounts', sends: ['query'] },
  updateDiscount: { method: 'PATCH', path: '/discounts/{id}', sends: ['body'] },
  createPaymentLink: { method: 'POST', path: '/payment-links', sends: ['body'] },
  findPaymentLink: { method: 'GET', path: '/payment-links/{id}', sends: [] },
  findPaymentLinks: { method: 'GET', path: '/payment-links', sends: ['query'] },
  updatePaymentLink: { method: 'PATCH', path: '/payment-links/{id}', sends: ['body'] },
  createPortalSession: { method: 'POST', path: '/portal-session', sends: ['body'] },
  endPortalSession: { method: 'DELETE', path: '/portal-session/{id}', sends: [] },
  findPortal: { method: 'GET', path: '/portal-session', sends: ['query'] },
  updatePlan: { method: 'PATCH', path: '/plans/{id}', sends: ['body'] },
} as const satisfies { readonly [Name in OperationName]: OperationRoute & { readonly sends: RequestPartsOf<Name> } }
