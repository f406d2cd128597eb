import { createHash } from 'node:crypto'
import type { CheckResult, PaymentTokenType, TestCard, ThreeDSecure } from '@billing-checkout/contract'
import type { AuthorizeRequest, ProcessorFacts } from '../processor.ts'
import { isAccount } from './charges/wallets.ts'

/** The members of a charge from which the sandbox derives its facts. */
export interface DescribedCharge extends Pick<AuthorizeRequest, 'reference' | 'at' | 'billingAddress'> {
  readonly tokenType: PaymentTokenType
}

/** The sandbox's facts about a charge. Ids and codes are derived from its reference, so that a repetition has the same facts. */
export const sandboxFacts = (
  charge: DescribedCharge,
  card: TestCard | undefined,
  { approved, threeDSecure }: { readonly approved: boolean; readonly threeDSecure: ThreeDSecure | null },
): ProcessorFacts => {
  const { billingAddress: address, reference } = charge
  const digits = digitsOf(reference)
  if (isAccount(card)) return { ...movementFacts(charge), tokenType: charge.tokenType, arn: null }
  return {
    transactionId: transactionIdOf(reference),
    processor,
    tokenType: charge.tokenType,
    avs: {
      postalCode: address?.postalCode ? (card?.postalCodeCheck ?? 'pass') : 'unchecked',
      streetAddress: address?.line1 ? (card?.streetAddressCheck ?? 'pass') : 'unchecked',
    },
    cvc: cvcResult(charge, card),
    authCode: approved ? digits.slice(0, 6) : null,
    networkPaymentId: approved ? networkPaymentId(charge, card, digits) : null,
    arn: approved ? `7${digits.slice(0, 22)}` : null,
    threeDSecure,
  }
}

/** The sandbox's facts about a capture, a void or a refund. */
export const movementFacts = ({ reference }: { readonly reference: string }): ProcessorFacts => ({
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

/** The identifier of a 3-D Secure transaction: a UUID derived from the reference. */
export const authenticationIdOf = (reference: string): string => {
  const hex = createHash('sha256').update(`3ds ${reference}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const processor = {
  id: 'sandbox',
  type: 'sandbox',
  description: 'Sandbox processor',
  merchantId: 'sandbox_merchant',
}

/** The sandbox's transaction id, derived from a reference. */
export const transactionIdOf = (reference: string): string =>
  `sbx_${createHash('sha256').update(reference).digest('hex').slice(0, 32)}`

/** Mastercard's ids have nine characters and the date; those of other networks have fifteen digits. */
const networkPaymentId = ({ at }: DescribedCharge, card: TestCard | undefined, digits: string): string =>
  card?.brand === 'mastercard' ? `MCC${digits.slice(6, 12)}${at.slice(5, 7)}${at.slice(8, 10)}` : digits.slice(6, 21)

const cvcResult = ({ tokenType }: DescribedCharge, card: TestCard | undefined): CheckResult => {
  if (tokenType !== 'CARD_PAN') return 'unchecked'
  return card?.declines === 'incorrect_cvc' ? 'fail' : (card?.cvcCheck ?? 'pass')
}

const digitsOf = (reference: string): string =>
  BigInt(`0x${createHash('sha256').update(`digits ${reference}`).digest('hex')}`)
    .toString()
    .padStart(40, '0')
