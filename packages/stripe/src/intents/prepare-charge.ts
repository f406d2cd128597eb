import type { Prepared, ProcessorOutcome } from '@billing-checkout/server/processor'
import { explainUnrepresentable, isRepresentable } from '../amounts.ts'
import { typesOfKinds } from '../methods/kinds.ts'
import { parseStoredToken, type StripeCharge } from '../money-request.ts'
import { sendUnderKey } from '../send-under-key.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { type Failure, classifyFailure } from '../classify-failure.ts'
import { customerOf } from './make-customer.ts'
import { findByReference } from './find-by-reference.ts'
import { declineOfMissingMethod, declineOfRefusedMethod, unrecognizedRefusal } from './missing-method.ts'
import { finalizeIntent } from './read-intent.ts'
import {
  closedMetadataKey,
  type Intent,
  paymentIntentCreateParams,
  creationKey,
  type ResolvedMethod,
  setupIntentCreateParams,
} from './requests.ts'

/**
 * Creates the intent of a charge, which moves no money until it is confirmed. While Stripe remembers the idempotency
 * key, a repetition returns the same intent. If Stripe answers with a 500, we never create a second intent: we look the
 * first one up, and if it is not found, the outcome is unknown. We look in lists, because Stripe's Search lags.
 */
export const prepareCharge = async (account: StripeAccount, charge: StripeCharge): Promise<Prepared> => {
  account.refuseIfMismatched()
  if (!isRepresentable(charge)) return ended({ kind: 'failed', message: explainUnrepresentable(charge), refused: true })
  let method: ResolvedMethod | null = null
  try {
    const found = await resolveMethod(account, charge)
    if ('kind' in found) return ended(found)
    method = found
    return { kind: 'prepared', transactionId: (await create(account, charge, found)).id }
  } catch (error) {
    const failure = classifyFailure(error)
    switch (failure.kind) {
      case 'refused':
        return ended({ kind: 'failed', message: failure.message, refused: true })
      case 'missing':
        return ended(declineOfMissingMethod(account, charge.reference, failure.message, lostCustomer(failure, method)))
      case 'of_method':
        return ended(declineOfRefusedMethod(account, charge.reference, failure))
      case 'unrecognized':
        return ended(await unrecognizedRefusal(account, charge, charge.reference, failure))
      case 'limited':
        return ended({ kind: 'unknown', message: failure.message, limited: true })
      case 'taken':
        return ended(await outcomeOfTakenKey(account, charge))
      case 'locked_out':
        return ended({ kind: 'failed', message: failure.message, lockedOut: true })
      case 'declined':
        return ended({ kind: 'unknown', message: 'An intent was declined before it was confirmed.' })
      case 'unknown':
        return method === null
          ? ended({ kind: 'unknown', message: failure.message })
          : afterError(account, charge, method, failure)
    }
  }
}

const create = async (account: StripeAccount, charge: StripeCharge, method: ResolvedMethod): Promise<Intent> => {
  const { paymentIntents, setupIntents } = account.client
  const key = { idempotencyKey: creationKey(charge.reference) }
  const made = await sendUnderKey<Intent>(account, () =>
    charge.amount === 0
      ? setupIntents.create(setupIntentCreateParams(charge, method), key)
      : paymentIntents.create(paymentIntentCreateParams(charge, method), key),
  )
  return account.checkMode(made)
}

/** The method to charge and its customer; or the outcome of the charge, if a stored method's token is not one of ours. */
const resolveMethod = async (
  account: StripeAccount,
  charge: StripeCharge,
): Promise<ResolvedMethod | ProcessorOutcome> => {
  const { method, store, reference } = charge
  if (method.kind === 'stored')
    return (
      parseStoredToken(method.token) ??
      declineOfMissingMethod(account, reference, 'Nothing is stored under this token.')
    )
  const customer = store ? await customerOf(account, charge) : null
  return method.kind === 'account'
    ? { customer, method: null, type: typesOfKinds[method.type] }
    : { customer, method: method.token, type: 'card' }
}

/** The charge's customer at Stripe, if the request failed because Stripe does not find that customer. */
const lostCustomer = (failure: Failure, method: ResolvedMethod | null): string | undefined =>
  failure.kind === 'missing' && failure.isCustomer ? (method?.customer ?? undefined) : undefined

const ended = (outcome: ProcessorOutcome): Prepared => ({ kind: 'ended', outcome })

/** The outcome if the reference's idempotency key is taken: by a placeholder, because the reference was closed, or by another request. */
export const outcomeOfTakenKey = async (
  account: StripeAccount,
  { reference }: Pick<StripeCharge, 'reference'>,
): Promise<ProcessorOutcome> => {
  const made = await findByReference(account, reference)
  if (made?.metadata?.[closedMetadataKey] !== undefined) return { kind: 'failed', message: 'The reference was closed.' }
  return { kind: 'taken', message: 'The reference belongs to another request.' }
}

const afterError = async (
  account: StripeAccount,
  charge: StripeCharge,
  { customer }: ResolvedMethod,
  { status, message }: { readonly status: number | null; readonly message: string },
): Promise<Prepared> => {
  const nothing = ended({ kind: 'unknown', message })
  // We look for the intent only after a 500, because Stripe repeats a 500 under the same idempotency key. After any other failure, the same
  // request can be sent again.
  if (status === null || status < 500) return nothing
  const made = await findByReference(account, charge.reference, customer === null ? {} : { customer })
  if (made === undefined || made.object === 'refund') return nothing
  const outcome = await finalizeIntent(account, made)
  return outcome === undefined ? { kind: 'prepared', transactionId: made.id } : ended(outcome)
}
