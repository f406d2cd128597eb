export * from './operations/index.ts'
export type { Caller, Operation } from './operations/parts/operation.ts'
export { type DashboardOperationName, dashboardOperations } from './operations/dashboard/dashboard-operations.ts'
export { hasRight, rightsOfRole, type UserRight, userRights } from './operations/dashboard/user-rights.ts'
export { portalRights, type OwnedId, type PortalRight } from './operations/portal/portal-rights.ts'
export { problemsOf } from './operations/parts/problems-of.ts'
export type { SessionMembers } from './operations/parts/session-members.ts'
export { problemMeanings } from './problem-meanings.ts'
export * from './problem.ts'
export type { Address, AddressChange } from './resources/address.ts'
export type { ChangePreview } from './resources/change-preview.ts'
export type { Checkout, SavedMethod } from './resources/checkout.ts'
export type { ClientSession, CurrencyDetails, LocalMoney, PaymentMoney } from './resources/client-session.ts'
export type { Consent } from './resources/consent.ts'
export type { Connection } from './resources/connection.ts'
export type { Access } from './resources/access.ts'
export type { Customer, EmbeddedCustomer } from './resources/customer.ts'
export {
  acceptInvitationBody,
  type DashboardSession,
  createOrganizationBody,
  reauthenticateBody,
  setUpBody,
  signInBody,
} from './resources/dashboard-session.ts'
export {
  type Identity,
  type IdentityAnswer,
  identityAnswerBody,
  type IdentityProviderName,
  type IdentityPurpose,
  type IdentityRequest,
  identityRequestBody,
  type OwnIdentity,
} from './resources/identity.ts'
export type { Declaration } from './resources/declaration.ts'
export type { Email } from './resources/email.ts'
export type { Discount } from './resources/discount.ts'
export type { Member } from './resources/member.ts'
export {
  knownTransports,
  newPasskeyBody,
  type NewPasskey,
  type Passkey,
  type PasskeyChallenge,
  passkeyChallengeBody,
  type PasskeyProof,
  passkeyProof,
  type PasskeyPurpose,
  type PasskeyTransport,
  updatePasskeyBody,
} from './resources/passkey.ts'
export type { PaymentLink } from './resources/payment-link.ts'
export type { Portal } from './resources/portal.ts'
export type { EndedPortalSession, PortalSession } from './resources/portal-session.ts'
export type { RecoveryLink } from './resources/recovery-link.ts'
export type { Dispute } from './resources/dispute.ts'
export { booksDifference, eventMeanings, eventObjects } from './resources/event-objects.ts'
export { type Event, type EventType, eventTypes, type ThinEvent, thinEvent } from './resources/event.ts'
export { amountMax, emailInput, localeInput } from './resources/fields.ts'
export { isCardNumber } from './resources/is-card-number.ts'
export { itemOfList, type List } from './resources/list.ts'
export { issuesOfMetadata, type Metadata } from './resources/metadata.ts'
export {
  type BinData,
  type CardDetails,
  type DetachedPaymentMethod,
  type PaymentMethod,
  type PaymentMethodDetails,
  cardDetails,
  paymentMethod,
} from './resources/payment-method.ts'
export {
  type Payment,
  type PaymentTax,
  type Refund,
  type StatusReason,
  threeDSecure,
  type ThreeDSecure,
} from './resources/payment.ts'
export type { TaxId } from './resources/tax-id.ts'
export type { TaxBreakdown } from './resources/tax-breakdown.ts'
export type { Money, Plan, PlanPricing, SubscriptionPlan } from './resources/plan.ts'
export type { Quote, QuoteDisplay } from './resources/quote.ts'
export type { SandboxClock } from './resources/sandbox-clock.ts'
export type { Cancellation, Subscription } from './resources/subscription.ts'
export type { RecurringTerms, WalletOffer } from './resources/wallet-offer.ts'
export type { AuditRecord } from './resources/audit-record.ts'
export type { WebhookDelivery } from './resources/webhook-delivery.ts'
export type { WebhookEndpoint, WebhookEndpointWithSecret } from './resources/webhook-endpoint.ts'
export * from './vocabulary/cancellations.ts'
export * from './vocabulary/card-terms.ts'
export { type CountryCode, countryCodes } from './vocabulary/country-codes.ts'
export { type CurrencyCode, currencyCodes } from './vocabulary/currency-codes.ts'
export * from './vocabulary/declines.ts'
export * from './vocabulary/digital-supplies.ts'
export * from './vocabulary/discount-codes.ts'
export * from './vocabulary/logos.ts'
export * from './vocabulary/disputes.ts'
export * from './vocabulary/declarations.ts'
export * from './vocabulary/emails.ts'
export * from './vocabulary/plan-terms.ts'
export * from './vocabulary/portal.ts'
export * from './vocabulary/statuses.ts'
export * from './vocabulary/tax-ids.ts'
export { type TestCard, testCards } from './vocabulary/test-cards.ts'
export { testAccountAnswers, type TestWalletToken, testWalletTokens } from './vocabulary/test-wallets.ts'
export * from './vocabulary/revenue.ts'
export * from './vocabulary/users.ts'
export * from './vocabulary/scopes.ts'
