export { BillingError, type BillingErrorCode } from './billing-error.ts'
export type { ClientOptions } from './client-options.ts'
export { type BillingClient, createBillingClient } from './create-billing-client.ts'
export type { BillingEvent, FollowOptions } from './iterators/follow-events.ts'
export type { AnswerOf, BodyOf, OperationName, QueryOf } from './operation-types.ts'
export type { RequestOptions, WriteOptions } from './request-options.ts'
export {
  type ThinBillingEvent,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookPayloadForm,
  type WebhookRequest,
  type WebhookVerification,
} from './webhooks/verify-webhook.ts'
export type * from './interface.ts'
