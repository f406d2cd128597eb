import type { Role } from '../../vocabulary/users.ts'
import type { OperationName } from '../index.ts'
import type { DashboardOperationName } from './dashboard-operations.ts'

/** The right that a user needs to call an operation: a right of their role, or `operate`, which operators of the installation have. */
export type UserRight = 'view' | 'support' | 'manage' | 'administer' | 'operate'

/** The rights of each role. An operator additionally has `operate`, in every organization that they are a member of. */
export const rightsOfRole: Readonly<Record<Role, readonly UserRight[]>> = {
  admin: ['view', 'support', 'manage', 'administer'],
  member: ['view', 'support', 'manage'],
  support: ['view', 'support'],
  read_only: ['view'],
}

/** Whether a user has a right in an organization, by their role there or as an operator. */
export const hasRight = (
  { role, isOperator }: { readonly role: Role; readonly isOperator: boolean },
  right: UserRight,
): boolean => rightsOfRole[role].includes(right) || (right === 'operate' && isOperator)

/** The right that a dashboard user needs for each operation; null: no dashboard user may call it. */
export const userRights: Readonly<Record<OperationName | DashboardOperationName, UserRight | null>> = {
  findAccess: 'view',
  findClientSession: 'view',
  findClientSessions: 'view',
  findConsent: 'view',
  findConsents: 'view',
  findCustomer: 'view',
  findCustomers: 'view',
  findDeclaration: 'view',
  findDeclarations: 'view',
  findDiscount: 'view',
  findDiscounts: 'view',
  findDispute: 'view',
  findDisputes: 'view',
  findEmails: 'view',
  findEvents: 'view',
  findPayment: 'view',
  findPaymentConsent: 'view',
  findPaymentLink: 'view',
  findPaymentLinks: 'view',
  findPayments: 'view',
  findPlan: 'view',
  findPlans: 'view',
  findSandboxClock: 'view',
  findSubscription: 'view',
  findSubscriptions: 'view',
  findWebhookDeliveries: 'view',
  findWebhookEndpoint: 'view',
  findWebhookEndpoints: 'view',
  findOrganization: 'view',
  findOverview: 'view',
  findRevenue: 'view',
  previewCheckout: 'view',
  previewSubscription: 'view',

  cancelSubscription: 'support',
  createRecoveryLink: 'support',
  refundPayment: 'support',
  resendEmail: 'support',
  scheduleCancellation: 'support',

  createClientSession: 'manage',
  createCustomer: 'manage',
  createDeclaration: 'manage',
  createDiscount: 'manage',
  createPayment: 'manage',
  createSubscription: 'manage',
  createPaymentLink: 'manage',
  createPlan: 'manage',
  createPortalSession: 'manage',
  createWebhookEndpoint: 'manage',
  deleteWebhookEndpoint: 'manage',
  detachPaymentMethod: 'manage',
  endPortalSession: 'manage',
  eraseCustomer: 'manage',
  findAuditRecords: 'manage',
  grantCredit: 'manage',
  redeliverWebhook: 'manage',
  replayWebhooks: 'manage',
  rotateWebhookSecret: 'manage',
  testWebhookEndpoint: 'manage',
  updateClientSession: 'manage',
  updateCustomer: 'manage',
  updateDiscount: 'manage',
  updatePaymentLink: 'manage',
  updatePlan: 'manage',
  updateSubscription: 'manage',
  updateWebhookEndpoint: 'manage',

  createApiKey: 'administer',
  findApiKeys: 'administer',
  findConnections: 'administer',
  findUsers: 'administer',
  inviteUser: 'administer',
  removeUser: 'administer',
  revokeApiKey: 'administer',
  rotateApiKey: 'administer',
  updateOrganization: 'administer',
  updateUser: 'administer',

  // Advancing the clock affects every organization of the installation.
  advanceSandboxClock: 'operate',

  findCardKeys: null,
  findCheckout: null,
  findPortal: null,
  updateCheckout: null,
}
