import { type CardDetails, Problem } from '@billing-checkout/contract'
import { createHash } from 'node:crypto'
import { fingerprintToken } from '../../processors/cards/fingerprint-card.ts'
import type { DescribedToken, Processor } from '../../processors/processor.ts'
import { openRoutesOf } from '../../connections/route-of.ts'
import type { Organization } from '../../organization/organization.ts'
import type { EnteredMethod } from './charge-draft.ts'
import type { PaymentBody } from './payment-body.ts'
import type { Billing } from '../billing.ts'

/** A card entered in its processor's own fields, or in a wallet that the processor's button opened. */
type TokenizedCard = Extract<
  NonNullable<PaymentBody['payment_method']>,
  { readonly details: { readonly processor_token: string } }
>

/**
 * Queries the processor to describe the card behind its token. Throws `connection_changed` if no route uses the token's connection any
 * longer. Throws `card_token_invalid` if the processor does not know the token, or if the token's type differs from the one in the request,
 * for example a typed card instead of a card from a wallet. Each token is accepted only once.
 *
 * After `connection_changed`, the element reloads its frame.
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
    logger.warn({ connection, err: error }, 'could not query the processor about the token of a card')
    throw new Problem('unavailable', 'The processor does not answer at the moment.', { retryAfterSeconds: 10 })
  })
  if (described === undefined) {
    throw new Problem(
      'card_token_invalid',
      'The processor does not know this token, or the token can no longer be charged.',
    )
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

/** The refusal of a card that was entered for a connection which the sale no longer uses. */
export const connectionChanged = (connection: string): Problem =>
  new Problem('connection_changed', `New cards are charged over another connection than ${connection} now.`)

const describe = async ({ describe: ask }: Processor, token: string): Promise<DescribedToken | undefined> =>
  ask?.(token)

/** A processor's token has no expiry that we know, so the record of its use is kept forever. */
const forEver = '9999-12-31T00:00:00.000Z'
