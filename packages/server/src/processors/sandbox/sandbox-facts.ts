import type { CheckResult, TestCard, ThreeDSecure } from '@billing-checkout/contract'
import { createHash } from 'node:crypto'
import type { AuthorizeRequest, ProcessorFacts, RefundRequest } from '../processor.ts'

/** What the sandbox says of a transaction; everything follows from its reference, so a repetition says the same. */
export const sandboxFacts = (
  request: AuthorizeRequest,
  card: TestCard | undefined,
  approved: boolean,
): ProcessorFacts => {
  const { billingAddress: address, method, reference } = request
  const digits = digitsOf(reference)
  return {
    transactionId: transactionIdOf(reference),
    processor,
    tokenType: method.kind === 'stored' ? 'PROCESSOR_TOKEN' : 'CARD_PAN',
    avs: {
      postalCode: address?.postalCode ? (card?.postalCodeCheck ?? 'pass') : 'unchecked',
      streetAddress: address?.line1 ? (card?.streetAddressCheck ?? 'pass') : 'unchecked',
    },
    cvc: cvcResult(request, card),
    authCode: approved ? digits.slice(0, 6) : null,
    networkPaymentId: approved ? networkPaymentId(request, card, digits) : null,
    arn: approved ? `7${digits.slice(0, 22)}` : null,
    threeDSecure:
      card?.authentication === 'frictionless' && method.kind === 'typed_card' ? frictionless(card, digits) : null,
  }
}

/** What the sandbox says of money given back. */
export const refundFacts = ({ reference }: RefundRequest): ProcessorFacts => ({
  transactionId: transactionIdOf(reference),
  processor,
  tokenType: 'PROCESSOR_TOKEN',
  avs: { postalCode: 'unchecked', streetAddress: 'unchecked' },
  cvc: 'unchecked',
  authCode: null,
  networkPaymentId: null,
  arn: `7${digitsOf(reference).slice(0, 22)}`,
  threeDSecure: null,
})

const processor = {
  id: 'sandbox',
  type: 'sandbox',
  description: 'Sandbox processor',
  merchantId: 'sandbox_merchant',
}

const transactionIdOf = (reference: string): string =>
  `sbx_${createHash('sha256').update(reference).digest('hex').slice(0, 32)}`

/** Mastercard writes nine characters and the day, the other networks fifteen digits. */
const networkPaymentId = ({ at }: AuthorizeRequest, card: TestCard | undefined, digits: string): string =>
  card?.brand === 'mastercard' ? `MCC${digits.slice(6, 12)}${at.slice(5, 7)}${at.slice(8, 10)}` : digits.slice(6, 21)

const cvcResult = ({ method }: AuthorizeRequest, card: TestCard | undefined): CheckResult => {
  if (method.kind === 'stored') return 'unchecked'
  return card?.declines === 'incorrect_cvc' ? 'fail' : (card?.cvcCheck ?? 'pass')
}

/** Visa calls a full authentication 05, Mastercard 02. */
const frictionless = ({ brand }: TestCard, digits: string): ThreeDSecure => ({
  authentication_flow: 'frictionless',
  status: 'authenticated',
  status_reason: null,
  transaction_id: `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`,
  version: '2.2.0',
  electronic_commerce_indicator: {
    liability_shift: true,
    result: 'authenticated',
    value: brand === 'mastercard' ? '02' : '05',
  },
})

const digitsOf = (reference: string): string =>
  BigInt(`0x${createHash('sha256').update(`digits ${reference}`).digest('hex')}`)
    .toString()
    .padStart(40, '0')
