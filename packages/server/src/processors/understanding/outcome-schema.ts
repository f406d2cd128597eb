import {
  adviceCodes,
  checkResults,
  currencyCodes,
  declineCodes,
  nextActionTypes,
  paymentTokenTypes,
  threeDSecure,
} from '@billing-checkout/contract'
import { z } from 'zod'
import { toStorableText } from './to-storable.ts'

const idLengthMax = 500
const messageLengthMax = 500

/** A member that only the server may set, so an adapter's value is dropped. */
const serverOnly = z
  .unknown()
  .optional()
  .transform(() => undefined)

/**
 * The schema of a processor's outcome. Members that decide about money must be valid. An invalid value of any other member is replaced with
 * a safe value. `leftOut` is then called with the member's name, except for texts that only describe.
 */
export const outcomeSchema = (leftOut: (member: string) => void) => {
  /** Reads a member with this schema; an invalid value becomes `fallback`, and is reported unless the member is absent. */
  const otherwise = <Shape extends z.ZodType>(member: string, shape: Shape, fallback: z.output<Shape>) =>
    shape.catch((context) => {
      if (context.value !== undefined) leftOut(member)
      return fallback as z.core.output<Shape>
    })
  const check = (member: string) => otherwise(member, z.enum(checkResults), 'unavailable')
  const shortId = (member: string) => otherwise(member, z.string().max(255).nullable(), null)
  const label = z
    .string()
    .transform((text) => toStorableText(text, 200))
    .catch('')
  const message = z
    .string()
    .transform((text) => toStorableText(text, messageLengthMax))
    .catch('')
  const facts = z.looseObject({
    transactionId: z
      .string()
      .min(1)
      .transform((id) => toStorableText(id, idLengthMax)),
    processor: z.looseObject({ id: label, type: label, description: label, merchantId: label }),
    tokenType: otherwise('tokenType', z.enum(paymentTokenTypes).nullable(), null),
    avs: otherwise(
      'avs',
      z.looseObject({ postalCode: check('avs.postalCode'), streetAddress: check('avs.streetAddress') }),
      { postalCode: 'unavailable', streetAddress: 'unavailable' },
    ),
    cvc: check('cvc'),
    authCode: shortId('authCode'),
    networkPaymentId: shortId('networkPaymentId'),
    arn: shortId('arn'),
    threeDSecure: otherwise('threeDSecure', threeDSecure.nullable(), null),
  })
  const learnt = otherwise(
    'learnt',
    z.looseObject({ details: z.looseObject({}), accountId: z.string().min(1).max(idLengthMax).nullable() }).optional(),
    undefined,
  )
  return z.discriminatedUnion('kind', [
    z.looseObject({
      kind: z.literal('approved'),
      facts,
      // Never truncated, because a truncated token would charge no method, or another customer's.
      storedToken: otherwise('storedToken', z.string().min(1).max(2000).nullable(), null),
      captured: z.boolean(),
      released: z.boolean().optional(),
      pending: z.boolean().optional(),
      approvedAmount: z.int().nonnegative().optional(),
      approvedCurrency: z.enum(currencyCodes).optional(),
      ofOtherRequest: serverOnly,
      learnt,
    }),
    z.looseObject({
      kind: z.literal('declined'),
      facts,
      declineCode: otherwise('declineCode', z.enum(declineCodes), 'card_declined'),
      advice: otherwise('advice', z.enum(adviceCodes).optional(), undefined),
      missingCustomer: otherwise('missingCustomer', z.string().max(idLengthMax).optional(), undefined),
      networkCode: otherwise('networkCode', z.string().max(50).optional(), undefined),
      // True is the safe default, because closing an already closed reference changes nothing.
      leftOpen: otherwise('leftOpen', z.literal(true).optional(), true),
      unrecognized: otherwise('unrecognized', z.string().min(1).max(200).optional(), undefined),
      message,
      learnt,
    }),
    z.looseObject({
      kind: z.literal('action_required'),
      action: z.looseObject({ type: z.enum(nextActionTypes), url: z.string().min(1) }),
      threeDSecure: otherwise('threeDSecure', threeDSecure.nullable(), null),
    }),
    z.looseObject({ kind: z.literal('abandoned'), facts, message }),
    z.looseObject({
      kind: z.literal('failed'),
      message,
      ofOtherRequest: serverOnly,
      lockedOut: otherwise('lockedOut', z.literal(true).optional(), undefined),
      refused: otherwise('refused', z.literal(true).optional(), undefined),
      notExecuted: serverOnly,
    }),
    z.looseObject({ kind: z.literal('taken'), message }),
    z.looseObject({
      kind: z.literal('unknown'),
      message,
      notSent: otherwise('notSent', z.literal(true).optional(), undefined),
      limited: otherwise('limited', z.literal(true).optional(), undefined),
    }),
  ])
}
