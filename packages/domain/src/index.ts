export { addDuration } from './calendar/add-duration.ts'
export { addInterval } from './calendar/add-interval.ts'
export { monthAfter } from './calendar/month-after.ts'
export { secondsAfter } from './calendar/seconds-after.ts'
export { secondsBetween } from './calendar/seconds-between.ts'
export { type Timestamp, timestampMax } from './calendar/timestamp.ts'
export { type ConsentRules, consentRules, consentVersions } from './checkout/consent-rules.ts'
export { currencyDetails, type DisplayRequest, formatPaymentMoney } from './checkout/currency-details.ts'
export { explainChange, type ExplainedStep, explainMove } from './checkout/explain-change.ts'
export { hashQuote } from './checkout/hash-quote.ts'
export { type LaterCharge, laterCharges } from './checkout/later-charges.ts'
export { quotedDiscount, type QuotedDiscount } from './checkout/quoted-discount.ts'
export { purposeOf } from './checkout/purpose-of.ts'
export {
  creditsUnusedTime,
  quoteCheckout,
  type QuoteDraft,
  type QuotedSubscription,
} from './checkout/quote-checkout.ts'
export { nothingOwed, type OwedSum } from './checkout/owed-sum.ts'
export {
  balanceUsedBy,
  customerCreditIn,
  leftUncharged,
  type QuoteLine,
  quoteLineKinds,
} from './checkout/quote-lines.ts'
export {
  amountOff,
  discountAfterPaidPeriod,
  discountedPrice,
  discountsAfterRenewal,
  type DiscountOff,
  type DiscountTerms,
} from './discount/discount-terms.ts'
export { endOfDiscount } from './discount/end-of-discount.ts'
export { type DiscountablePlan, discountOnPlan, isForPlan } from './discount/discount-on-plan.ts'
export { type IdPrefix, mintId } from './ids.ts'
export { directionOf, languageTag, type Locale, localeFor, locales } from './languages/locales.ts'
export { renderLifecycle, follow, type Lifecycle, InvalidTransition } from './lifecycle.ts'
export { type ChargeLimits, isChargeable, isOnStep, joinLimits, noLimits, ceilToStep } from './money/charge-limits.ts'
export { convertMoney } from './money/convert-money.ts'
export { currencyOfCountry, type LocalCurrencyCode } from './money/country-currencies.ts'
export { exponentOf } from './money/currencies.ts'
export { exchangeRate, type RateTable } from './money/exchange-rate.ts'
export { type FormattedMoney, formatMoney } from './money/format-money.ts'
export { type Rational, rationalFromDecimal } from './money/rational.ts'
export { type RoundingRule, roundForDisplay } from './money/round-for-display.ts'
export { type CollectedSums, collectedPart } from './payment/collected-part.ts'
export {
  type AuthenticationResult,
  type ElectronicCommerceIndicator,
  electronicCommerceIndicator,
} from './payment/electronic-commerce-indicator.ts'
export { isDisputeOpen, isMoneyWithdrawn, mayDisputeBecome } from './payment/dispute.ts'
export {
  capturedStatuses,
  isCaptured,
  isPaid,
  paidStatuses,
  paymentAfter,
  type PaymentTrigger,
  paymentLifecycle,
} from './payment/lifecycle.ts'
export { shareOfRefund } from './payment/share-of-refund.ts'
export { type TaxedRefund, taxOfDispute, taxOfRefund } from './payment/tax-of-refund.ts'
export {
  isQuantitySold,
  quantityByDefault,
  quantityMax,
  quantityOf,
  type QuantityRange,
  termsOfQuantity,
  unitPrice,
} from './plan/quantity.ts'
export { knownCountry, nowhere } from './plan/country-of-sale.ts'
export { issuesOfPricing, type PricingIssue } from './plan/pricing-issues.ts'
export { type Interval, type PlanOffer, type PlanTerms, termsForCountry } from './plan/terms-for-country.ts'
export { type EndpointHealth, dayOfWarning, healthAfter, healthy, hasFailedTooLong } from './webhook/endpoint-health.ts'
export { type FailedTry, nextTryAt } from './webhook/next-try.ts'
export {
  dropSpentEntries,
  type CreditEntry,
  type CreditLedger,
  type CreditSource,
  addCredit,
  deferredByExchange,
  grantUnusedTime,
  lacksSpentCredit,
  removeFailedSource,
  moveCreditOut,
  restateLedger,
  restore,
  withdraw,
  type Withdrawn,
} from './credit/credit-ledger.ts'
export {
  type CustomerCredit,
  type ReturnedMoney,
  type SpendableCredit,
  takeBack,
  takeCredit,
  type TakenCredit,
  worthOfCredit,
} from './credit/customer-credit.ts'
export { foldCase, foldedCharacters, foldText } from './fold-text.ts'
export { required } from './required.ts'
export {
  type CountVelocity,
  matchingRule,
  type RiskFacts,
  type RiskRule,
  type Velocity,
  type VelocityMeasure,
  type VelocityScope,
} from './risk/matching-rule.ts'
export type { NoticeKind } from './notices/notice-rules.ts'
export { type Notice, noticesOfPeriod, type NoticeWindow } from './notices/notices-of-period.ts'
export { chargeableAt } from './notices/postpone-charge.ts'
export { type PrescribedWords, prescribedWords, prescribedWordsIn } from './rights/prescribed-words.ts'
export {
  type JudgedOutcome,
  type ContractOfChanged,
  judgeWithdrawalFromChange,
} from './rights/judge-withdrawal-from-change.ts'
export {
  type ChargeOfContract,
  refundOfWithdrawal,
  type WithdrawalOutcome,
  type WithdrawnContract,
} from './rights/refund-of-withdrawal.ts'
export { type ConcludedContract, withdrawalEnd } from './rights/withdrawal-end.ts'
export { type WithdrawalLaw, withdrawalLawIn, withdrawalLaws } from './rights/withdrawal-law.ts'
export { nextMethodRequestAt, dunningStep, retryAfterFailure } from './subscription/dunning.ts'
export { type FirstPeriods, firstPeriods, firstPeriodsPaidAt } from './subscription/first-periods.ts'
export { isLive, subscriptionAfter, type SubscriptionTrigger, subscriptionLifecycle } from './subscription/lifecycle.ts'
export {
  monthlyAmountInStatus,
  type CountedNow,
  type CountedSubscription,
  monthlyRevenue,
  type RevenueChange,
  revenueChange,
} from './subscription/monthly-revenue.ts'
export {
  type BillingPeriod,
  firstEndOnOrAfter,
  type LatePeriod,
  nextPeriod,
  periodPaidAt,
} from './subscription/next-period.ts'
export { quoteRenewal } from './subscription/quote-renewal.ts'
export { roundOwed } from './subscription/round-owed.ts'
export { type PaidPeriod, shareOf, unusedCredit } from './subscription/unused-credit.ts'
export { type FoundRegistration, missingFields, registrationFor, type TaxRegistration } from './tax/registration-for.ts'
export { restate } from './tax/restate.ts'
export { taxKindAt } from './tax/tax-kind.ts'
export { distributeTax, type TaxAmount, taxesOf, type TaxRule, withTax } from './tax/tax-on.ts'
export { sumOfRates, type TaxPart } from './tax/tax-parts.ts'
export { regionCodeOf, regionsToChoose } from './tax/places/regions.ts'
export { territories } from './tax/places/territories.ts'
export type { Territory } from './tax/places/territory.ts'
export {
  compactPostalCode,
  isInRegion,
  placeOfRegion,
  type TaxPlace,
  type TaxPlaceField,
  taxPlaceOf,
  territoryAt,
} from './tax/tax-place.ts'
export { defaultBrand, textColorOn } from './text-on-color.ts'
