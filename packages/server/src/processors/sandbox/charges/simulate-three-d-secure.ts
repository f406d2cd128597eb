import type { TestCard, ThreeDSecure } from '@billing-checkout/contract'
import { type AuthenticationResult, electronicCommerceIndicator } from '@billing-checkout/domain'
import type { AuthorizeRequest } from '../../processor.ts'
import { authenticationIdOf } from '../sandbox-facts.ts'

/** The result of the sandbox's 3-D Secure before a charge is decided. */
export interface Authentication {
  /**
   * `challenge`: the shopper must confirm first; `rejected`: the issuer rejected the authentication; `authentication missing`: the card
   * needs a challenge, but the request allows none.
   */
  readonly verdict: 'go on' | 'challenge' | 'rejected' | 'authentication missing'
  readonly threeDSecure: ThreeDSecure | null
}

type AuthenticatedCharge = Pick<AuthorizeRequest, 'reference' | 'initiator' | 'authentication' | 'earlier'>

/**
 * Simulates 3-D Secure for a card: whether the card takes part, and whether its issuer approves or rejects at once, or challenges the
 * shopper.
 */
export const simulateThreeDSecure = (card: TestCard | undefined, request: AuthenticatedCharge): Authentication => {
  if (request.initiator === 'MIT') return { verdict: 'go on', threeDSecure: referTo(card, request) }
  const kind = card?.authentication
  if (kind === 'challenge') {
    return request.authentication === 'none'
      ? { verdict: 'authentication missing', threeDSecure: null }
      : { verdict: 'challenge', threeDSecure: challengeRequired(request.reference) }
  }
  if (request.authentication !== 'required') return { verdict: 'go on', threeDSecure: null }
  const [status, result, reason] = frictionless[kind ?? 'not enrolled']
  return {
    verdict: kind === 'rejected' ? 'rejected' : 'go on',
    threeDSecure: describe(card, request.reference, { flow: kind ? 'frictionless' : null, status, result, reason }),
  }
}

const frictionless = {
  frictionless: ['authenticated', 'authenticated', null],
  attempted: ['attempted', 'attempted', 'The issuer does not take part; the scheme vouches for the attempt.'],
  rejected: ['rejected', 'not_authenticated', 'The issuer rejected the authentication.'],
  unavailable: ['unavailable', 'not_authenticated', 'The directory did not answer within 10 seconds.'],
  'not enrolled': ['not_performed', 'not_authenticated', 'The card is not enrolled.'],
} as const satisfies Record<string, readonly [ThreeDSecure['status'], AuthenticationResult, string | null]>

/** How a challenge ended. */
export type ChallengeEnd = 'passed' | 'failed' | 'cancelled' | 'expired'

/** The result of 3-D Secure after a challenge has ended. */
export const threeDSecureAfterChallenge = (
  card: TestCard | undefined,
  reference: string,
  end: ChallengeEnd,
): ThreeDSecure => {
  const [status, result, reason] = challengeEnds[end]
  return describe(card, reference, { flow: 'challenge', status, result, reason })
}

const challengeEnds = {
  passed: ['authenticated', 'authenticated', null],
  failed: ['failed', 'not_authenticated', 'The cardholder did not pass the challenge.'],
  cancelled: ['failed', 'not_authenticated', 'The cardholder cancelled the challenge.'],
  expired: ['failed', 'not_authenticated', 'The cardholder did not answer the challenge in time.'],
} as const satisfies Record<ChallengeEnd, readonly [ThreeDSecure['status'], AuthenticationResult, string | null]>

const challengeRequired = (reference: string): ThreeDSecure => ({
  authentication_flow: 'challenge',
  status: 'challenge_required',
  status_reason: 'The issuer asks the cardholder to authenticate.',
  transaction_id: authenticationIdOf(reference),
  version: '2.2.0',
  electronic_commerce_indicator: null,
})

/** A charge without the shopper is not authenticated. It refers to the authentication of the payment that stored its method. */
const referTo = (card: TestCard | undefined, { earlier }: AuthenticatedCharge): ThreeDSecure | null => {
  if (!earlier?.authenticationId) return null
  return {
    authentication_flow: null,
    status: 'not_performed',
    status_reason: 'Initiated by the merchant; refers to the authentication of the first payment.',
    transaction_id: earlier.authenticationId,
    version: '2.2.0',
    electronic_commerce_indicator: electronicCommerceIndicator(card?.brand ?? '', 'not_authenticated'),
  }
}

interface Described {
  readonly flow: ThreeDSecure['authentication_flow']
  readonly status: ThreeDSecure['status']
  readonly result: AuthenticationResult
  readonly reason: string | null
}

const describe = (
  card: TestCard | undefined,
  reference: string,
  { flow, status, result, reason }: Described,
): ThreeDSecure => ({
  authentication_flow: flow,
  status,
  status_reason: reason,
  transaction_id: flow === null ? null : authenticationIdOf(reference),
  version: '2.2.0',
  electronic_commerce_indicator: electronicCommerceIndicator(card?.brand ?? '', result),
})
