import { randomUUID } from 'node:crypto'
import type { SessionMembers } from '@billing-checkout/contract'
import type { CallerContext } from '#server/organization/caller-context.ts'
import { attachMethod } from '#server/billing/outcomes/attach-method.ts'
import { createDiscount } from '#server/billing/discounts/create-discount.ts'
import { createPlan } from '#server/billing/plans/create-plan.ts'
import { insertCustomer } from '#server/billing/customers/insert-customer.ts'
import { openSession } from '#server/billing/sessions/open-session.ts'
import { describeCard } from '#server/bins/describe-card.ts'
import { write } from '#server/store/writes/write.ts'
import { type Country, springDiscount } from './simulated-shop-settings.ts'
import type { World } from './world.ts'

/** The price of the one-off plan, in minor units. */
export const oneOffPrice = 2500

/** What a world sells, and to whom. */
export interface Shop {
  readonly monthlyPlanId: string
  readonly oneOffPlanId: string
  /** The plans from which shoppers choose. A plan that is listed twice is chosen twice as often. */
  readonly shopperPlanIds: readonly string[]
  /** A plan with a free trial; null if the shop has none. */
  readonly trialPlanId: string | null
  /** A discount that shoppers may redeem; null if the shop has none and sells one unit at a time. */
  readonly discountId: string | null
  /** A customer with a stored card. */
  readonly customerId: string
}

/**
 * Opens a shop with a monthly plan, a one-off plan, and a customer in `country` whose stored card has `cardNumber`. If the shop has free
 * trials, shoppers can also choose them. With `sellsOffers`, it also sells several units and gives a discount.
 */
export const openShop = async (
  world: World,
  cardNumber: string,
  country: Country | null = null,
  { givesTrials = false, sellsOffers = false } = {},
): Promise<Shop> => {
  const price = (amount: number) => ({ default: { amount, currency: 'EUR' as const }, countries: [] })
  const monthly = await createPlan(world.billing, merchantCall(world), {
    name: 'Reader',
    type: 'recurring',
    interval: 'months',
    price: price(999),
    ...(sellsOffers && { quantity: { min: 1, max: 5 } }),
  })
  const oneOff = await createPlan(world.billing, merchantCall(world), {
    name: 'Atlas',
    type: 'one-off',
    price: price(oneOffPrice),
  })
  const trial = givesTrials
    ? await createPlan(world.billing, merchantCall(world), {
        name: 'Library',
        type: 'recurring',
        interval: 'months',
        price: price(1500),
        trial_interval: 'days',
        trial_interval_count: 14,
      })
    : null
  return {
    monthlyPlanId: monthly.id,
    oneOffPlanId: oneOff.id,
    shopperPlanIds: [monthly.id, oneOff.id, ...(trial ? [trial.id, trial.id] : [])],
    trialPlanId: trial?.id ?? null,
    discountId: sellsOffers ? await offerDiscount(world) : null,
    customerId: await aCustomer(world, cardNumber, { country }),
  }
}

/** Creates a discount with a few redemptions, and returns its id. */
const offerDiscount = async (world: World): Promise<string> => {
  const { id } = await createDiscount(world.billing, merchantCall(world), {
    name: 'Spring',
    code: springDiscount.code,
    percent_off: springDiscount.percent,
    duration: 'periods',
    periods: 2,
    max_redemptions: 2,
  })
  return id
}

/** Creates a customer with a stored card, and returns the customer's id. Customers with the same e-mail address count as one person. */
export const aCustomer = async (
  { billing, organization, processor }: Pick<World, 'billing' | 'organization' | 'processor'>,
  number: string,
  { country = null, email = 'mina@example.com' }: { readonly country?: Country | null; readonly email?: string } = {},
): Promise<string> => {
  const methodId = `pm_${randomUUID()}`
  const verified = await processor.authorize({
    reference: methodId,
    amount: 0,
    currency: 'EUR',
    initiator: 'CIT',
    method: { kind: 'typed_card', card: { number, expMonth: 12, expYear: 2099, cvc: '123', name: null } },
    customer: null,
    authentication: 'none',
    returnUrl: null,
    earlier: null,
    store: true,
    statementDescriptor: null,
    billingAddress: null,
    at: billing.wallClock(),
  })
  const details = { ...describeCard(number, billing.bins), exp_month: 12, exp_year: 2099, is_network_tokenized: false }
  return write(billing.database, organization.id, async (work) => {
    const { id: customerId } = await insertCustomer(work, {
      email,
      ...(country && { address: { country } }),
    })
    attachMethod(work, {
      customerId,
      method: { id: methodId, type: 'CARD', details, billing_address: null },
      connection: processor.id,
      token: verified.kind === 'approved' ? verified.storedToken! : '',
      fingerprint: null,
      networkPaymentId: null,
      authenticationId: null,
    })
    return customerId
  })
}

/** Opens a client session for a plan. The customer is identified by id, or only by an e-mail address. */
export const openClientSession = async (
  world: World,
  planId: string,
  customer: { readonly id: string } | { readonly email: string; readonly country?: Country },
  offer: SessionMembers = {},
): Promise<string> => {
  await world.clock.tellTime()
  const session = await openSession(world.billing, merchantCall(world), {
    ...offer,
    customer,
    plan: { ...offer.plan, id: planId },
  })
  return session.id
}

/** The context of a merchant's request without an idempotency key. */
export const merchantCall = ({ organization, billing }: Pick<World, 'organization' | 'billing'>): CallerContext => ({
  organization,
  principal: { kind: 'merchant', keyId: 'key_simulation', scopes: null },
  requestId: 'req_simulation',
  address: '203.0.113.7',
  wall: billing.wallClock(),
  idempotency: null,
})
