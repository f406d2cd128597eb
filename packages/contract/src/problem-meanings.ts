import type { ProblemCode } from './problem.ts'

/** The meaning of each error code for the caller, in one or two sentences. */
export const problemMeanings: Readonly<Record<ProblemCode, string>> = {
  invalid_parameter: 'A parameter or member breaks a rule; `details` names each, and the rule.',
  unknown_parameter: 'A parameter or member is not one of this operation; a typo must not do something else.',
  invalid_json: 'The body is not JSON in UTF-8, or was cut off.',
  unsupported_api_version: '`X-API-Version` names a version that this server does not have.',
  amount_below_minimum:
    'The amount is above zero and below the processor’s minimum, or about half a US dollar without one.',
  amount_not_representable:
    'The processor cannot charge or refund this amount: it takes the currency only in steps, and the message names the step.',
  payment_method_required: 'There is no payment method to charge, or the session takes new ones only.',
  card_token_invalid:
    'The sealed card cannot be opened, is too old, was used before or belongs to another session; the processor does not know the token of a card, or it was used before; or an API key sent a new method.',
  plan_archived: 'The plan is no longer for sale.',
  discount_invalid:
    'The discount does not exist, is archived, has not begun, has ended, is used up, is for other plans or another currency, or leaves less than the smallest charge. The code in `details` says which: `unknown`, `not_allowed`, `archived`, `not_started`, `ended`, `used_up`, `used_up_by_customer`, `other_plan`, `other_currency`, `existing_subscription` or `below_minimum`, with `minimum`.',
  address_required:
    'Tax depends on a part of the address that is not known, names no place or contradicts another part; `details` name it. A shopper says it by `updateCheckout`, a merchant by `updateCustomer`.',
  missing_credentials: 'There is no `Authorization` header.',
  invalid_credentials: 'The key or token is not one of this server, or was revoked.',
  expired_credentials: 'The key or token has expired. A page reads the checkout again for another token.',
  insufficient_permission: 'The key’s scopes do not allow it, or a client token reached beyond its own session.',
  reauthentication_required:
    'Only in the dashboard: the user has to confirm who they are, by password, passkey or identity provider, and may then change keys, users and settings for ten minutes.',
  origin_not_allowed: 'The page’s origin is not one that the organization allows.',
  not_found: 'Your organization has no such object, even if another organization has it.',
  method_not_allowed: 'The path answers other HTTP methods, which the `Allow` header names.',
  session_completed: 'The client session was paid already.',
  payment_in_progress: 'Another payment or refund of the same thing is not finished. Wait for it, then ask again.',
  amount_changed: 'What would be charged is not what was expected. Nothing was charged; show the new quote.',
  connection_changed:
    'The card was entered for another connection than charges new cards now, or the connection of the stored method cannot charge the amount. Nothing was charged; the card is entered again, or another method chosen.',
  already_subscribed: 'The customer has a live subscription to this plan, or is on it already.',
  subscription_not_changeable: 'The subscription’s status does not allow the change; the message names both statuses.',
  currency_mismatch: 'The plan is in another currency than the subscription is billed in.',
  customer_in_use:
    'Something of the customer is under way: a subscription, a payment, a refund or a dispute; the message names it.',
  external_id_taken: 'Another customer has this `external_id`.',
  last_admin: 'Only in the dashboard: the organization would be left without an admin.',
  last_sign_in_method: 'Only in the dashboard: the user would be left without a way to sign in.',
  limit_reached: 'The request would exceed a limit, which the message names.',
  email_not_resendable:
    'The email signs a customer in, has no address to go to, or its customer was erased; the message says which.',
  refund_exceeds_captured: 'The amount exceeds what is left of the payment.',
  payment_not_refundable: 'The payment is not in a status that can be refunded.',
  idempotency_in_progress:
    'The first request with this `Idempotency-Key` is still running. Send it again after `Retry-After`.',
  session_expired: 'The client session expired before it was paid. Open another.',
  cursor_expired:
    'Events after this one may not be kept any more. Compare what you have with the lists, then read events without `after`.',
  payload_too_large: 'The body is larger than 64 KiB, or than 192 KiB if it may hold a logo.',
  unsupported_media_type: 'The body is not announced as `application/json`.',
  idempotency_key_reused: 'This `Idempotency-Key` was used for another request.',
  rate_limited: 'Too many requests within a minute. Send it again after `Retry-After`.',
  too_many_attempts:
    'Too many payments of this session, declines of this address or wrong codes of discounts: an attacker may be trying stolen cards or guessing codes.',
  internal:
    'Something is wrong on our side; `request_id` finds it in the server’s log. The outcome is unknown: send the same request with the same `Idempotency-Key`.',
  unavailable:
    'The service, its database, its tax calculator or its processor cannot do it right now. Send it again after `Retry-After`.',
}
