import type { CheckResult } from './card-terms.ts'
import type { DeclineCode } from './declines.ts'

/** The behavior of a published test card in the sandbox. If a member is absent, the card behaves in the usual way. */
export interface TestCard {
  readonly number: string
  readonly brand: string
  readonly title: string
  /** A payment by the shopper is declined with this code. */
  readonly declines?: DeclineCode
  /** A later charge without the shopper is declined with this code. */
  readonly declinesOffSession?: DeclineCode
  readonly postalCodeCheck?: CheckResult
  readonly streetAddressCheck?: CheckResult
  readonly cvcCheck?: CheckResult
  /** The result of 3-D Secure for this card. */
  readonly authentication?: 'frictionless' | 'challenge' | 'attempted' | 'rejected' | 'unavailable'
  /** The processor does not answer in time. `charged` states whether it charged the card nevertheless. */
  readonly timesOut?: { readonly charged: boolean }
  /** A payment is only authorized at first. A moment later, the capture succeeds or fails. */
  readonly capturesLater?: { readonly succeeds: boolean }
  /** A payment is captured, but its settlement fails the next day, so the money never arrives. */
  readonly settlementFails?: true
  /** A refund stays pending for a day before it succeeds. */
  readonly refundsLater?: true
  /** The first refund succeeds at first, but fails the next day. */
  readonly refundFails?: true
  /** The payer disputes the first payment the next day, and the dispute ends in this way two weeks later. An inquiry withdraws no money. */
  readonly disputed?: 'lost' | 'won' | 'inquiry'
}

/** The published test cards, for sandbox, widget and documentation. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', title: 'Approves' },
  { number: '5555555555554444', brand: 'mastercard', title: 'Approves' },
  { number: '2223003122003222', brand: 'mastercard', title: 'Approves (2-series)' },
  { number: '378282246310005', brand: 'american-express', title: 'Approves' },
  { number: '6011111111111117', brand: 'discover', title: 'Approves' },
  { number: '3056930009020004', brand: 'diners-club', title: 'Approves' },
  { number: '3566002020360505', brand: 'jcb', title: 'Approves' },
  { number: '6200000000000005', brand: 'unionpay', title: 'Approves' },
  { number: '4000000000000002', brand: 'visa', title: 'Card declined', declines: 'card_declined' },
  { number: '4000000000009995', brand: 'visa', title: 'Insufficient funds', declines: 'insufficient_funds' },
  { number: '4000000000009987', brand: 'visa', title: 'Lost card', declines: 'card_lost_or_stolen' },
  { number: '4000000000009979', brand: 'visa', title: 'Stolen card', declines: 'card_lost_or_stolen' },
  { number: '4000000000000069', brand: 'visa', title: 'Expired card', declines: 'expired_card' },
  { number: '4000000000000127', brand: 'visa', title: 'Incorrect security code', declines: 'incorrect_cvc' },
  { number: '4000000000000119', brand: 'visa', title: 'Processing error', declines: 'processing_error' },
  { number: '4000000000000135', brand: 'visa', title: 'Do not honor', declines: 'do_not_honor' },
  {
    number: '4000000000000143',
    brand: 'visa',
    title: 'Withdrawal limit exceeded',
    declines: 'withdrawal_limit_exceeded',
  },
  { number: '4000000000000150', brand: 'visa', title: 'Issuer unavailable', declines: 'issuer_unavailable' },
  { number: '4000000000000168', brand: 'visa', title: 'Invalid card number', declines: 'invalid_card_number' },
  { number: '4100000000000019', brand: 'visa', title: 'Suspected fraud', declines: 'suspected_fraud' },
  {
    number: '4000000000000341',
    brand: 'visa',
    title: 'Approves now, declines every later charge',
    declinesOffSession: 'card_declined',
  },
  {
    number: '4000000000000176',
    brand: 'visa',
    title: 'Approves now, asks for authentication later',
    declinesOffSession: 'authentication_required',
  },
  {
    number: '4000000000000010',
    brand: 'visa',
    title: 'Address checks fail',
    postalCodeCheck: 'fail',
    streetAddressCheck: 'fail',
  },
  { number: '4000000000000036', brand: 'visa', title: 'Postal code check fails', postalCodeCheck: 'fail' },
  { number: '4000000000000101', brand: 'visa', title: 'Security code check fails', cvcCheck: 'fail' },
  {
    number: '4000000000003055',
    brand: 'visa',
    title: '3-D Secure without a challenge',
    authentication: 'frictionless',
  },
  {
    number: '5555555555553057',
    brand: 'mastercard',
    title: '3-D Secure without a challenge',
    authentication: 'frictionless',
  },
  { number: '4000000000003220', brand: 'visa', title: '3-D Secure challenge', authentication: 'challenge' },
  { number: '5555555555553222', brand: 'mastercard', title: '3-D Secure challenge', authentication: 'challenge' },
  {
    number: '4000008400001629',
    brand: 'visa',
    title: '3-D Secure challenge, then declined',
    authentication: 'challenge',
    declines: 'card_declined',
  },
  {
    number: '4000000000003071',
    brand: 'visa',
    title: '3-D Secure attempted, the issuer does not take part',
    authentication: 'attempted',
  },
  {
    number: '4000000000003196',
    brand: 'visa',
    title: '3-D Secure rejected by the issuer',
    authentication: 'rejected',
  },
  {
    number: '4000000000003147',
    brand: 'visa',
    title: '3-D Secure unavailable, approves without it',
    authentication: 'unavailable',
  },
  {
    number: '4000000000006975',
    brand: 'visa',
    title: 'Processor time-out that did charge',
    timesOut: { charged: true },
  },
  {
    number: '4000000000006983',
    brand: 'visa',
    title: 'Processor time-out that did not charge',
    timesOut: { charged: false },
  },
  {
    number: '4000000000007775',
    brand: 'visa',
    title: 'Authorized now, captured a moment later',
    capturesLater: { succeeds: true },
  },
  {
    number: '4000000000006660',
    brand: 'visa',
    title: 'Authorized now, its capture fails',
    capturesLater: { succeeds: false },
  },
  {
    number: '4000000000008880',
    brand: 'visa',
    title: 'Settlement fails the next day',
    settlementFails: true,
  },
  {
    number: '4000000000007726',
    brand: 'visa',
    title: 'Refunds are pending, and succeed the next day',
    refundsLater: true,
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    title: 'The first refund succeeds, and fails the next day',
    refundFails: true,
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    title: 'Disputed the next day, lost two weeks later',
    disputed: 'lost',
  },
  {
    number: '4000000000002685',
    brand: 'visa',
    title: 'Disputed the next day, won two weeks later',
    disputed: 'won',
  },
  {
    number: '4000000000001976',
    brand: 'visa',
    title: 'The bank asks the next day, and withdraws nothing',
    disputed: 'inquiry',
  },
]
