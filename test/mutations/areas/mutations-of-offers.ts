import type { Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'
const operations = 'test/operations'
const discounted = `${operations}/discounts/discounted-subscriptions.test.ts`
const ended = `${operations}/discounts/ended-discounts.test.ts`
const redeemed = `${operations}/discounts/redemptions.test.ts`
const met = `${operations}/discounts/redemptions-that-meet.test.ts`
const scheduled = `${operations}/renewals/scheduled-changes.test.ts`
const started = `${operations}/free-starts/create-subscription.test.ts`

interface SingleEdit {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly test: string
  readonly title: string
}

/** A mutation by one edit of a file, and the test that has to notice the mutation. */
const mutationOf = ({ name, file, find, replace, test, title }: SingleEdit): Mutation => ({
  name,
  edits: [{ file, find, replace }],
  diesBy: { project: test.startsWith(operations) ? 'operations' : 'unit', test, title },
})

const discountRule = { file: 'packages/domain/src/discount/discount-terms.ts' }
const ofTerms = { test: 'packages/domain/src/discount/discount-terms.test.ts' }
const quantityRule = { file: 'packages/domain/src/plan/quantity.ts', test: 'packages/domain/src/plan/quantity.test.ts' }
const redemption = { file: `${billing}/discounts/redemptions.ts` }
const schedule = { file: `${billing}/subscriptions/scheduled-change.ts` }
const refusedChange = { file: `${billing}/checks/refuse-plan-change.ts` }
const starting = { file: `${billing}/charge/start-subscription.ts`, test: started }

const ofDiscounts: readonly Mutation[] = [
  mutationOf({
    ...discountRule,
    ...ofTerms,
    name: 'a discount by an amount makes a price negative',
    find: 'Math.min(off.amount, priceMinor)',
    replace: 'off.amount',
    title: 'a discounted price is never below 0',
  }),
  mutationOf({
    ...discountRule,
    ...ofTerms,
    name: 'a discount has no last period',
    find: 'discount.left > 1 ?',
    replace: 'discount.left > 0 ?',
    title: 'is used up after n paid periods',
  }),
  mutationOf({
    ...ofTerms,
    file: 'packages/domain/src/discount/discount-terms.ts',
    name: 'a discount for periods lasts on another interval',
    find: 'isSameInterval || discount.plans.length > 0',
    replace: 'isSameInterval || discount.plans.length >= 0',
    title: 'a change to another plan keeps a discount',
  }),
  mutationOf({
    ...redemption,
    name: 'the last redemption is given twice',
    find: `eb('redeemed', '<', eb.ref('maxRedemptions'))`,
    replace: `eb('redeemed', '<=', eb.ref('maxRedemptions'))`,
    test: met,
    title: 'of two purchases with the last redemption exactly one is discounted',
  }),
  mutationOf({
    ...redemption,
    name: 'an archived discount is redeemed',
    find: `    .where('archivedAt', 'is', null)\n`,
    replace: '',
    test: met,
    title: 'a purchase that meets the archival of its discount',
  }),
  mutationOf({
    ...redemption,
    name: 'a discount is redeemed again with the same card',
    find: `[eb('fingerprint', '=', fingerprint)]`,
    replace: '[]',
    test: redeemed,
    title: 'a second purchase by the same customer, e-mail address or card',
  }),
  mutationOf({
    file: `${billing}/payments/update-payment.ts`,
    name: 'a declined purchase keeps its redemption',
    find: 'isReturned && discountId !== null) uncountRedemption',
    replace: 'isReturned && discountId === null) uncountRedemption',
    test: redeemed,
    title: 'a purchase counts as one redemption, and a declined one gives it back',
  }),
  mutationOf({
    file: `${billing}/outcomes/apply-paid-purpose.ts`,
    name: 'a trial uses up a period of a discount',
    find: 'withTrial ? (terms.discount ?? null) : discountAfterPaidPeriod(terms.discount)',
    replace: 'discountAfterPaidPeriod(terms.discount)',
    test: discounted,
    title: 'a trial is neither discounted nor counted',
  }),
  mutationOf({
    ...discountRule,
    ...ofTerms,
    name: 'a retried renewal returns a discount that a change of plan has ended',
    find: 'left?.id === charged.id',
    replace: 'left?.id !== null',
    title: 'a renewal that is paid after a change of plan has',
  }),
  mutationOf({
    ...discountRule,
    ...ofTerms,
    name: 'a retried renewal discounts its period although a change of plan has ended the discount',
    find: '{ discount: left, periodDiscount: null }',
    replace: '{ discount: left, periodDiscount: charged ?? null }',
    title: 'a renewal that is paid after a change of plan has',
  }),
  mutationOf({
    file: `${billing}/quotes/quoted-subscription.ts`,
    name: 'the rest of a period is discounted on a plan that the discount is not for',
    find: 'plan === undefined ? row.periodDiscount : await periodDiscountAfterChange(db, row, plan)',
    replace: 'row.periodDiscount',
    test: discounted,
    title: 'the rest of a running period is exchanged at the full price if the change ends the discount',
  }),
  mutationOf({
    file: `${billing}/subscriptions/plan-switch.ts`,
    name: 'a discount of the running period comes back after a change of plan has ended it',
    find: '  periodDiscount: discountAsJson(periodDiscount),\n',
    replace: '',
    test: ended,
    title: 'costs its full price on a third plan, although that plan is discounted',
  }),
  mutationOf({
    file: `${billing}/subscriptions/plan-switch.ts`,
    name: 'the merchant changes the plan and leaves the discount of the running period',
    find: 'await periodDiscountAfterChange(work.db, subscription, plan)',
    replace: 'plan && subscription.periodDiscount',
    test: ended,
    title: 'costs its full price after a change by the merchant',
  }),
  mutationOf({
    file: `${billing}/subscriptions/renew-subscription.ts`,
    name: 'a paid renewal writes its discount to a period on a plan that has none',
    find: 'periodDiscount: discountAsJson(periodDiscount)',
    replace: 'periodDiscount: discountAsJson(terms.discount ?? periodDiscount)',
    test: ended,
    title: 'costs its full price if the renewal that paid for it was tried before the change',
  }),
  mutationOf({
    file: 'packages/domain/src/checkout/hash-quote.ts',
    name: 'a quote has the same hash with another discount',
    find: '        ...(discount === undefined ? [] : [discount.id, discount.left]),\n',
    replace: '',
    test: 'packages/domain/src/checkout/discounted-quotes.test.ts',
    title: 'the hash differs for a second discount of the same amount',
  }),
]

const ofQuantities: readonly Mutation[] = [
  mutationOf({
    ...quantityRule,
    name: 'a trial of several units costs as much as one',
    find: 'amount: unit.trial.price.amount * quantity }',
    replace: 'amount: unit.trial.price.amount }',
    title: 'the price of a trial counts once for each unit',
  }),
  mutationOf({
    ...quantityRule,
    name: 'a plan is sold in more units than its largest quantity',
    find: 'quantity <= (range?.max ?? 1)',
    replace: 'quantity <= (range?.max ?? quantity)',
    title: 'a plan is sold within its range, and one at a time without one',
  }),
  mutationOf({
    ...schedule,
    name: 'a scheduled change keeps the quantity',
    find: '        quantity: scheduledQuantity,\n',
    replace: '',
    test: `${operations}/quantities/sold-quantities.test.ts`,
    title: 'a change of the quantity at the end of the period waits for the renewal',
  }),
]

const ofScheduledChanges: readonly Mutation[] = [
  mutationOf({
    ...refusedChange,
    name: 'a change is scheduled for a subscription that ends with its period',
    find: `status === 'trial' || status === 'active'`,
    replace: `status !== 'cancelled'`,
    test: scheduled,
    title: 'what cannot wait for the end of a period is refused',
  }),
  mutationOf({
    ...refusedChange,
    name: 'a change is scheduled while a renewal is tried again',
    find: 'claim !== undefined || owedClaimId !== null',
    replace: 'claim !== undefined && claim === null',
    test: scheduled,
    title: 'nothing is scheduled while a charge is tried again',
  }),
  mutationOf({
    ...schedule,
    name: 'a scheduled change keeps a discount that is not for the new plan',
    find: 'isDropped ? subscription.discount : discountAfterChange(subscription.discount, plan, scheduledPlan)',
    replace: 'subscription.discount',
    test: discounted,
    title: 'a scheduled change states the future discount',
  }),
  mutationOf({
    file: `${billing}/subscriptions/prepare-status-change.ts`,
    name: 'a cancelled subscription keeps its scheduled change',
    find: '    ...noDunningColumns,\n    ...noScheduledChange,\n',
    replace: '    ...noDunningColumns,\n',
    test: scheduled,
    title: 'removes the scheduled change',
  }),
  mutationOf({
    file: `${billing}/subscriptions/plan-switch.ts`,
    name: 'another change of plan leaves a scheduled one',
    find: '  ...noScheduledChange,\n',
    replace: '',
    test: scheduled,
    title: 'removes the scheduled change',
  }),
]

const ofFreeStarts: readonly Mutation[] = [
  mutationOf({
    file: `${billing}/quotes/resolve-session.ts`,
    test: started,
    name: 'a trial is started again by key',
    find: 'return !(await hadTrial(db,',
    replace: 'return null !== (await hadTrial(db,',
    title: 'a trial is given once to a customer and e-mail address',
  }),
  mutationOf({
    ...starting,
    name: 'a plan with a price is started by key without a payment',
    find: '  refuseUnlessFree(view)\n',
    replace: '',
    title: 'a trial is given once to a customer and e-mail address',
  }),
  mutationOf({
    ...starting,
    name: 'a second subscription is started by key',
    find: '  await refuseDuplicatePurchase(work, organization, { view, email: null })\n',
    replace: '',
    title: 'a second subscription of the group is refused',
  }),
]

/** Violations of the promise that discounts, quantities, scheduled changes and free starts have the agreed effect. */
export const mutationsOfOffers: readonly Mutation[] = [
  ...ofDiscounts,
  ...ofQuantities,
  ...ofScheduledChanges,
  ...ofFreeStarts,
]
