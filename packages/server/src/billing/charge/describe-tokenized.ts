import { type CardDetails, Problem } from '@billing-checkout/contract'
import { createHash } from 'node:crypto'
import { fingerprintToken } from '../../processors/cards/fingerprint-card.ts'
import type { DescribedToken, Processor } from '../../processors/processor.ts'
import { openRoutesOf } from '../../connections/route-of.ts'
import type { Organization } from '../../organization/organization.ts'
import type { EnteredMethod } from '../charge-input/charge-draft.ts'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import type { Billing } from '../billing.ts'

/** A card that was entered in the fields of its processor, or came out of a wallet that the processor's button has opened. */
type TokenizedCard = Extract<
  NonNullable<PaymentBody['payment_method']>,
  { readonly details: { readonly processor_token: string } }
>

/**
 * What the processor knows of a card that its own fields made a token of. Throws `connection_changed` where no route of the organization
 * leads to that connection now, and `card_token_invalid` for a token that its processor does not know, or that is of another kind than it
 * is said to be: what a wallet's holder has confirmed is not what somebody has typed. Each token is accepted once, for ever.
 */
export const describeTokenized = async (
  { processors, fingerprintKey, logger }: Billing,
  organization: Organization,
  { type, details, billing_address: billingAddress = null }: TokenizedCard,
): Promise<EnteredMethod> => {
  const { processor_token: token, connection } = details
  const open = openRoutesOf(processors, organization, { kind: type, sale: null })
  if (!open.some(({ id }) => id === connection)) throw connectionChanged(connection)
  const processor = processors.of(connection)
  const described = await describe(processor, token).catch((error: unknown) => {
    logger.warn({ connection, err: error }, 'the processor could not be asked about the token of a card')
    throw new Problem('unavailable', 'The processor does not answer just now.', { retryAfterSeconds: 10 })
  })
  if (described === undefined) {
    throw new Problem('card_token_invalid', 'The processor does not know this token, or it cannot be charged any more.')
  }
  const { wallet: made = 'CARD' } = described
  if (made !== type) throw new Problem('card_token_invalid', `The token is of the kind ${made}, not ${type}.`)
  return {
    kind: 'typed',
    type,
    connection,
    charged: { kind: 'processor_token', token },
    details: described.details satisfies CardDetails,
    fingerprint: fingerprintToken(connection, described.fingerprint ?? token, fingerprintKey),
    billingAddress,
    use: { jti: `${connection}:${createHash('sha256').update(token).digest('base64url')}`, expiresAt: forEver },
  }
}

/** The refusal of a card that was entered for another connection than charges it now. */
export const connectionChanged = (connection: string): Problem =>
  new Problem('connection_changed', `New cards are charged over another connection than ${connection} now.`)

const describe = async ({ describe: ask }: Processor, token: string): Promise<DescribedToken | undefined> =>
  ask?.(token)

/** A token of a processor does not expire by our clock, so its use is remembered for good. */
const forEver = '9999-12-31T00:00:00.000Z'
