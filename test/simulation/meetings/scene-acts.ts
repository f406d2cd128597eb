import type { Payment } from '@billing-checkout/contract'
import { consentVersions } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Billing } from '#server/billing/billing.ts'
import { changeSubscription } from '#server/billing/charge/change-subscription.ts'
import { charge } from '#server/billing/charge/charge.ts'
import { grantCredit } from '#server/billing/customers/grant-credit.ts'
import type { Organization } from '#server/organization/organization.ts'
import type { Processor } from '#server/processors/processor.ts'
import { behaviorOf, findTestCard } from '#server/processors/sandbox/charges/stored-cards.ts'
import { merchantCall } from '../shop.ts'

/** The time at which every scene's customer subscribes, in milliseconds since 1970. */
export const startsAt = Date.parse('2026-03-01T10:00:00.000Z')
/** A day in milliseconds. */
export const dayMillis = 86_400_000
/** The time at which the second month is due, in milliseconds since 1970. */
export const monthLater = Date.parse('2026-04-01T10:00:00.000Z')

/** What the functions that prepare a scene need. */
export interface SceneServices {
  readonly billing: Billing
  readonly organization: Organization
  readonly processor: Processor
}

/** Grants a customer credit, as the merchant. */
export const grantSceneCredit = async (world: SceneServices, customerId: string): Promise<void> => {
  const credit = { amount: 3000, currency: 'EUR', reason: 'A gesture' } as const
  await grantCredit(world.billing, merchantCall(world), customerId, credit)
}

/** Cancels a subscription immediately, as the merchant. */
export const cancelNow = async (world: SceneServices, id: string): Promise<void> => {
  await changeSubscription(world.billing, merchantCall(world), id, { status: 'cancelled' })
}

/** Schedules another plan for the end of the period, as the merchant. */
export const schedulePlan = (world: SceneServices, id: string, planId: string) =>
  changeSubscription(world.billing, merchantCall(world), id, { plan: { id: planId }, atPeriodEnd: true })

const changedAt = startsAt + 20 * dayMillis

/** Charges for a change with the customer's consent, after the withdrawal period of the first contract. Afterwards, lets two days pass. */
export const payForChange = async (
  world: SceneServices,
  id: string,
  { customerId, planId }: { readonly customerId: string; readonly planId: string },
): Promise<void> => {
  await setClock(world.billing, changedAt)
  await charge(world.billing, merchantCall(world), {
    customer: { id: customerId },
    subscription: { id },
    plan: { id: planId },
    consent: {
      text: 'I agree.',
      locale: 'en',
      version: consentVersions.at(-1)!,
      at: new Date(changedAt).toISOString(),
    },
  })
  await setClock(world.billing, changedAt + 2 * dayMillis)
}

/** Changes the plan without a charge, then moves the clock to the time at which the second month is due. */
export const changeForFree = async (world: SceneServices, id: string, planId: string): Promise<void> => {
  await setClock(world.billing, changedAt)
  await changeSubscription(world.billing, merchantCall(world), id, { plan: { id: planId } })
  await setClock(world.billing, monthLater)
}

/** Cancels a subscription, makes all stored cards be declined, and lets the paid month end. */
export const expireSubscription = async (world: SceneServices, id: string): Promise<void> => {
  await cancelNow(world, id)
  await setCard(world.billing, declinedCard)
  await setClock(world.billing, monthLater + dayMillis)
}

/** A card that is declined. */
export const declinedCard = '4000000000009995'

/** Sets the billing clock, which does not move by itself. */
export const setClock = async ({ database }: Pick<Billing, 'database'>, at: number): Promise<void> => {
  await sql`update clock set frozen_at = ${new Date(at).toISOString()}`.execute(database)
}

/** Makes every stored card behave like a test card. */
export const setCard = async ({ database }: Billing, number: string): Promise<void> => {
  await database
    .updateTable('sandboxProcessor.methods')
    .set({ behavior: behaviorOf(findTestCard(number)!) })
    .execute()
}

/** Subscribes a customer to a plan, as the merchant. */
export const subscribe = async (world: SceneServices, customerId: string, planId: string): Promise<Payment> =>
  charge(world.billing, merchantCall(world), { customer: { id: customerId }, plan: { id: planId } })
