import type { PortalFeature } from '../../vocabulary/portal.ts'
import type { OperationName } from '../index.ts'

/** The kind of object that an id in a portal request names. The object must belong to the portal's customer. */
export type OwnedId = 'customer' | 'subscription' | 'payment' | 'payment_method' | 'portal_session'

/** The rights of the portal's client token for one operation. */
export interface PortalRight {
  /** Paths of the ids in the request, each with the kind of its object. A present id must name an object of the customer. */
  readonly owns: Readonly<Record<string, OwnedId>>
  /**
   * Paths of the members that a request may contain, each with the feature that the merchant must offer for it; null: always allowed. The
   * server rejects all other members.
   */
  readonly members: Readonly<Record<string, PortalFeature | null>>
  /** The allowed values of a member. If a member is not listed here, all its values are allowed. */
  readonly values?: Readonly<Record<string, readonly string[]>>
  /** Set if the server limits the list to the customer's own items. */
  readonly ownOnly?: true
  /** The feature that the merchant must offer for the operation; null: always allowed. */
  readonly feature: PortalFeature | null
}

const paging = { 'query.limit': null, 'query.page': null, 'query.order': null, 'query.snapshot_at': null } as const

/** The rights of the portal's client token for each operation; null: the token may not call it. */
export const portalRights: Readonly<Record<OperationName, PortalRight | null>> = {
  findPortal: { owns: {}, members: { 'query.locale': null }, feature: null },
  endPortalSession: { owns: { 'params.id': 'portal_session' }, members: {}, feature: null },
  findCustomer: { owns: { 'params.id': 'customer' }, members: {}, feature: null },
  updateCustomer: {
    owns: { 'params.id': 'customer' },
    members: { 'body.address': 'address', 'body.email': 'address', 'body.tax_ids': 'address', 'body.locale': null },
    feature: null,
  },
  findSubscriptions: { owns: {}, members: paging, ownOnly: true, feature: null },
  findSubscription: { owns: { 'params.id': 'subscription' }, members: {}, feature: null },
  findPayments: { owns: {}, members: paging, ownOnly: true, feature: 'payments' },
  findPayment: { owns: { 'params.id': 'payment' }, members: {}, feature: 'payments' },
  previewSubscription: {
    owns: { 'body.subscription.id': 'subscription' },
    members: { 'body.subscription.id': null, 'body.plan.id': null, 'body.plan.quantity': null },
    feature: 'change_plan',
  },
  updateSubscription: {
    owns: { 'body.subscription.id': 'subscription', 'body.subscription.payment_method_id': 'payment_method' },
    members: {
      'body.subscription.id': null,
      'body.subscription.status': 'resume',
      'body.subscription.payment_method_id': 'payment_methods',
      'body.subscription.scheduled_change': 'change_plan',
    },
    values: { 'body.subscription.status': ['active'] },
    feature: null,
  },
  createClientSession: {
    owns: { 'body.subscription.id': 'subscription' },
    members: {
      'body.subscription.id': null,
      'body.plan.id': 'change_plan',
      'body.plan.quantity': 'change_plan',
      'body.options.locale': null,
    },
    feature: null,
  },
  scheduleCancellation: {
    owns: { 'params.id': 'subscription' },
    members: { 'body.reason': null, 'body.comment': null },
    feature: null,
  },
  detachPaymentMethod: { owns: { 'params.id': 'payment_method' }, members: {}, feature: 'payment_methods' },

  advanceSandboxClock: null,
  cancelSubscription: null,
  createSubscription: null,
  createCustomer: null,
  createDeclaration: null,
  createDiscount: null,
  createPayment: null,
  createPaymentLink: null,
  createPlan: null,
  createPortalSession: null,
  createRecoveryLink: null,
  createWebhookEndpoint: null,
  deleteWebhookEndpoint: null,
  eraseCustomer: null,
  findAccess: null,
  findAuditRecords: null,
  findCardKeys: null,
  findCheckout: null,
  findClientSession: null,
  findClientSessions: null,
  findConsent: null,
  findConsents: null,
  findCustomers: null,
  findDeclaration: null,
  findDeclarations: null,
  findDiscount: null,
  findDiscounts: null,
  findDispute: null,
  findDisputes: null,
  findEmails: null,
  findEvents: null,
  findPaymentConsent: null,
  findPaymentLink: null,
  findPaymentLinks: null,
  findPlan: null,
  findPlans: null,
  findSandboxClock: null,
  findWebhookDeliveries: null,
  findWebhookEndpoint: null,
  findWebhookEndpoints: null,
  grantCredit: null,
  previewCheckout: null,
  redeliverWebhook: null,
  refundPayment: null,
  replayWebhooks: null,
  resendEmail: null,
  rotateWebhookSecret: null,
  testWebhookEndpoint: null,
  updateCheckout: null,
  updateClientSession: null,
  updateDiscount: null,
  updatePaymentLink: null,
  updatePlan: null,
  updateWebhookEndpoint: null,
}
