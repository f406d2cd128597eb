import { nowhere } from '@billing-checkout/domain'
import type { ChargeDraft } from '../charge-input/charge-draft.ts'
import { isSameBasis, quotedOn } from '../charge-input/quoted-on.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import { claimsOfSession } from '../../store/entities/claims.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * Finds or inserts the claim that a charge pays. Each owed sum has one claim: if the same customer pays the same session again on the same
 * terms, the new payment pays the same claim.
 */
export const findOrMakeClaim = async (work: Write, charge: Claiming): Promise<string> =>
  (await findClaim(work, charge)) ?? insertClaim(work, charge)

/** The parts of a charge that its claim depends on. */
type Claiming = Pick<ChargeDraft, 'sessionId' | 'view' | 'customer' | 'earlierClaims'>

const findClaim = async (
  { find }: Write,
  { sessionId, view, customer, earlierClaims }: Claiming,
): Promise<string | undefined> => {
  if (sessionId === null) return undefined
  const claims = earlierClaims ?? (await find(claimsOfSession, [sessionId]))
  const { countryOfSale } = countryOfNewSale(view)
  const basis = quotedOn(view)
  return claims.find(
    ({ customerId, quote }) =>
      quote.countryOfSale === countryOfSale &&
      quote.hash === view.quote.hash &&
      customerId === customer.id &&
      isSameBasis(quote.quotedOn, basis),
  )?.id
}

const insertClaim = (work: Write, { sessionId, view, customer }: Claiming): string => {
  const id = newId('claim', work)
  const { amount, currency } = view.quote.draft.dueNow
  work.insert('claims', {
    id,
    kind: sessionId === null ? 'merchant' : 'checkout',
    customerId: customer.id,
    planId: view.plan.id,
    subscriptionId: view.subscription?.id ?? null,
    sessionId,
    periodStart: null,
    amount,
    currencyCode: currency,
    quote: JSON.stringify(frozenClaim(view)),
    createdAt: work.now,
  })
  return id
}

const frozenClaim = (view: ChargeDraft['view']): FrozenClaim => {
  const { draft, later, hash, withTrial, tax, paidTax, creditsUnusedTime, discount } = view.quote
  return {
    hash,
    terms: view.terms,
    withTrial,
    draft,
    later,
    tax,
    balanceBefore: view.subscription?.balanceAmount ?? 0,
    paidTax,
    creditsUnusedTime,
    quotedOn: quotedOn(view),
    ...countryOfNewSale(view),
    ...(discount && { discount }),
  }
}

/** The country that sets the price of a new subscription or payment. A running subscription keeps its country of sale. */
const countryOfNewSale = ({ subscription, country }: ChargeDraft['view']): Pick<FrozenClaim, 'countryOfSale'> =>
  subscription === undefined ? { countryOfSale: country ?? nowhere } : {}
