import { type Checkout, discountCodePattern, Problem, type SessionMembers } from '@billing-checkout/contract'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { lockClientSession } from '../../store/entities/client-sessions.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { TaxAddress } from '../../store/schema/customers.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { recordCodeCheck, hashNetworkAddress, minuteOf } from '../checks/declines-of-address.ts'
import { refusalOfGuessing } from '../checks/refuse-card-testing.ts'
import { invalidDiscount } from '../discounts/invalid-discount.ts'
import { allowsDiscountCodes } from '../discounts/discount-of-sale.ts'
import { lockName } from '../lock-names-of.ts'
import { resolveSession } from '../quotes/resolve-session.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { resolvePayable } from '../sessions/open-session.ts'
import { refuseUnlessOpen } from '../sessions/refuse-unless-open.ts'
import { convertToPlanChange } from './convert-to-plan-change.ts'
import { readCheckout } from './read-checkout.ts'

/** What a shopper changes at the checkout: their tax address, the discount code, or the subscription to change. */
export interface CheckoutChange {
  readonly sessionId: string
  /** The element's own locale, if it has one. */
  readonly locale: string | undefined
  readonly body: BodyOf<'updateCheckout'>
}

/**
 * Stores the tax address that a shopper enters and returns the checkout with a new quote. The address is used for tax only, so it changes
 * neither price nor currency. A code changes the session's discount; if the code cannot be redeemed, only the count of wrong codes changes.
 * If the customer's existing subscription prevents the purchase, the session can become a change of that subscription. A session that is
 * expired, paid or being paid is not changed. The answer is stored for retries without its client token, which is a credential and valid
 * for minutes only; see {@link answerCheckoutAgain}.
 */
export const updateCheckout = async (
  billing: Billing,
  call: CallerContext,
  { sessionId, locale, body }: CheckoutChange,
): Promise<Checkout> => {
  if (call.principal.kind !== 'widget' || call.principal.sessionId !== sessionId) {
    throw new Problem('insufficient_permission', 'A client token may update the checkout of its own session only.')
  }
  const refusal = await withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, async (work) => {
      const session = await lockClientSession(work, sessionId)
      if (session === undefined) throw new Problem('not_found', 'There is no such client session.')
      await refuseUnlessOpen(work, session)
      const { subscription, discount_code: code, ...place } = body
      if (session.hostedAs === 'recovery') await refuseUnasked(rated, call, work, session, place)
      const taxAddress = mergeTaxAddress(session.taxAddress, place)
      const placed = { ...session, taxAddress }
      const changed = subscription
        ? await convertToPlanChange(rated, call, work, { session: placed, id: subscription.id })
        : session.members
      const entered =
        code === undefined
          ? { members: changed }
          : await enterCode(rated, call, work, { session: { ...placed, members: changed }, code })
      if ('refusal' in entered) return entered.refusal
      const { members } = entered
      await work.db
        .updateTable('clientSessions')
        .set({
          members: JSON.stringify(members),
          changesInstead: session.changesInstead || changed !== session.members,
          ...(code !== undefined && { discountRefused: false }),
          taxAddress: taxAddress && JSON.stringify(taxAddress),
          quote: null,
          updatedAt: work.now,
        })
        .where('id', '=', sessionId)
        .execute()
      if (members !== session.members) recordAudit(work, { object: sessionId, before: session.members, after: members })
      if (!(subscription || code !== undefined) || Object.keys(place).length > 0)
        recordAudit(work, { object: sessionId, before: session.taxAddress, after: taxAddress })
      return undefined
    }),
  )
  if (refusal !== undefined) throw refusal
  const answer = await readAdmitted(billing, { sessionId, locale })
  if (call.idempotency !== null) {
    await write(billing.database, call.organization.id, async (work) =>
      saveIdempotentResponse(work, call, { ...answer, client_token: null }),
    )
  }
  return answer
}

/** The result of entering or removing a code: the session's new members, or the refusal. */
type EnteredCode = { readonly members: SessionMembers } | { readonly refusal: Problem }

/**
 * Returns a session's members with the discount of `code`, or without a discount if `code` is null. A code that cannot be redeemed is
 * counted against the shopper's network address. The refusal is returned, not thrown, so that the count is committed. A valid code runs the
 * same SQL statements and adds 0 to the count.
 */
const enterCode = async (
  billing: Billing,
  call: CallerContext,
  work: Write,
  { session, code }: { readonly session: ClientSessionRow; readonly code: string | null },
): Promise<EnteredCode> => {
  const { db, now } = work
  const { organization } = call
  const view = await resolveSession({ billing, db, organization, now }, session)
  if (!allowsDiscountCodes(view))
    throw codeRefused(invalidDiscount({ reason: 'not_allowed', message: 'This checkout takes no codes.' }))
  const { discount: _, ...withoutDiscount } = session.members
  if (code === null) return { members: withoutDiscount }
  const address = hashNetworkAddress(billing, call.address)
  await lockNames(work, [lockName.address(address)])
  const guessing = await refusalOfGuessing(work, address, call.wall)
  if (guessing !== undefined) return { refusal: guessing }
  const members = { ...withoutDiscount, discount: { code: writtenCode(code) } }
  const refusal = await refusalOf(billing, call, work, { ...session, members, quote: null })
  await recordCodeCheck(work, { address, minute: minuteOf(call.wall), count: refusal === undefined ? 0 : 1 })
  return refusal === undefined ? { members } : { refusal }
}

/** Trims a code. A text that cannot be a code is replaced by `?`, which is no merchant's code. */
const writtenCode = (typed: string): string => {
  const code = typed.trim()
  return discountCodePattern.test(code) ? code : '?'
}

const refusalOf = async (
  billing: Billing,
  call: CallerContext,
  work: Write,
  session: ClientSessionRow,
): Promise<Problem | undefined> => {
  try {
    await resolvePayable(billing, call, work, { session, keptPlanId: session.members.plan?.id ?? null })
    return undefined
  } catch (error) {
    if (error instanceof Problem && error.code === 'discount_invalid')
      return codeRefused(error, 'The code cannot be redeemed.')
    throw error
  }
}

/**
 * The refusal of a discount, reported for the request's `discount_code`. It contains neither ids nor dates, because a shopper may be
 * guessing codes.
 */
const codeRefused = ({ message: of, details }: Problem, message = of): Problem =>
  new Problem('discount_invalid', message, {
    details: details.map((detail) => ({ ...detail, message, path: 'body.discount_code' })),
  })

/**
 * Throws if a shopper with a recovery link enters address fields that the tax does not depend on. The link does not prove who opened it,
 * and another address would change the tax on the owed sum and on later renewals.
 */
const refuseUnasked = async (
  billing: Billing,
  call: CallerContext,
  { db, now }: Write,
  session: ClientSessionRow,
  place: CheckoutChange['body'],
): Promise<void> => {
  const { quote } = await resolveSession({ billing, db, organization: call.organization, now }, session)
  const asked: ReadonlySet<string> = new Set(quote?.tax.asks)
  // The shopper may correct what they entered in this session.
  const entered = new Map<string, string | null>(Object.entries(session.taxAddress ?? {}))
  if (Object.keys(place).every((name) => asked.has(name) || entered.get(name) != null)) return
  throw new Problem('insufficient_permission', 'A recovery session accepts only the address that tax still needs.')
}

/** Returns a stored answer with a new client token, or with none if the session has ended. */
export const answerCheckoutAgain = async (
  billing: Billing,
  remembered: Checkout,
  { sessionId, locale }: Omit<CheckoutChange, 'body'>,
): Promise<Checkout> => {
  const { client_token } = await readAdmitted(billing, { sessionId, locale })
  return { ...remembered, client_token }
}

/** Reads the checkout for a page whose origin the server has already checked together with the client token. */
const readAdmitted = (billing: Billing, { sessionId, locale }: Omit<CheckoutChange, 'body'>): Promise<Checkout> =>
  readCheckout(billing, { sessionId, locale, acceptLanguage: undefined, admit: (_, show) => show() })

/**
 * Merges the fields that the shopper enters into the tax address, as a JSON merge patch. Another country clears the state and the postal
 * code.
 */
const mergeTaxAddress = (before: TaxAddress | null, place: CheckoutChange['body']): TaxAddress | null => {
  const moved = place.country !== undefined && place.country !== before?.country
  const sameCountry = moved ? null : before
  const country = place.country === undefined ? (sameCountry?.country ?? null) : place.country
  const state = place.state === undefined ? (sameCountry?.state ?? null) : place.state
  const postalCode = place.postal_code === undefined ? (sameCountry?.postal_code ?? null) : place.postal_code
  return (country ?? state ?? postalCode) === null ? null : { country, state, postal_code: postalCode }
}
