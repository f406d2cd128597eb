export { BillingError, type BillingErrorCode } from './billing-error.ts'
export type { ClientOptions } from './client-options.ts'
export { type BillingClient, createBillingClient } from './create-billing-client.ts'
export type { BillingEvent, BooksDifference, FollowOptions } from './iterators/follow-events.ts'
export type { AnswerOf, BodyOf, QueryOf, RequestOptions, WriteOptions } from './operation-types.ts'
export {
  type ThinBillingEvent,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookPayload,
  type WebhookRequest,
  type WebhookVerification,
} from './webhooks/verify-webhook.ts'
export type {
  Checkout,
  ClientSession,
  CountryCode,
  CurrencyCode,
  Customer,
  Dispute,
  EventType,
  List,
  Money,
  Payment,
  PaymentMethod,
  PaymentStatus,
  Plan,
  PlanPricing,
  ProblemDetail,
  Subscription,
  SubscriptionStatus,
  AuditRecord,
  WebhookDelivery,
  WebhookEndpoint,
} from '@billing-checkout/contract'
