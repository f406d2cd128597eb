import { expect, expectTypeOf, test } from 'vitest'
import { aCharge } from '../testing/a-charge.ts'
import { accountOptionsOf, type FaultKind, openFakeAccount } from '../testing/index.ts'
import type { unmappedErrorCodes } from '../testing/unmapped-error-codes.ts'
import type { rateLimitCodes, methodDeclines, requestFaultCodes, StripeCode } from './error-codes.ts'
import { stripeProcessor } from './stripe-processor.ts'

const create = 'POST /v1/payment_intents'
const confirm = 'POST /v1/payment_intents/:id/confirm'
const cancel = 'POST /v1/payment_intents/:id/cancel'

const open = async () => {
  const opened = await openFakeAccount()
  const processor = stripeProcessor(accountOptionsOf(opened.fake))
  const paid = await processor.authorize(aCharge('pm_card_visa', { store: true }))
  const token = (paid.kind === 'approved' && paid.storedToken) || ''
  const aRenewal = () =>
    aCharge('', {
      method: { kind: 'stored', token, expMonth: null, expYear: null },
      initiator: 'MIT',
      returnUrl: null,
    })
  return { ...opened, processor, token, aRenewal, [Symbol.asyncDispose]: () => opened.fake.close() }
}

test('every error code in the client’s types is in one of the tables', () => {
  type Listed =
    | keyof typeof methodDeclines
    | (typeof requestFaultCodes)[number]
    | (typeof rateLimitCodes)[number]
    | (typeof unmappedErrorCodes)[number]

  expectTypeOf<Exclude<StripeCode, Listed>>().toBeNever()
})

const never = { kind: 'declined', declineCode: 'card_declined', advice: 'do_not_try_again' }
const cases: readonly (readonly [string, FaultKind, object])[] = [
  ['whose mandate has ended', { code: 'payment_intent_mandate_invalid' }, never],
  ['whose mandate was canceled in India', { code: 'india_recurring_payment_mandate_canceled' }, never],
  ['whose method has expired', { code: 'expired_payment_method' }, { kind: 'declined', declineCode: 'expired_card' }],
  ['whose method is restricted', { code: 'payment_method_restricted' }, never],
  ['about its method, without a code', { param: 'payment_method' }, { kind: 'declined', declineCode: 'card_declined' }],
  ['about its mandate, without a code', { param: 'mandate' }, { kind: 'declined' }],
  ['about its customer, by a new code', { code: 'made_tomorrow', param: 'customer' }, { kind: 'declined' }],
  ['by a code that nobody knows', { code: 'made_tomorrow' }, { kind: 'declined', unrecognized: 'made_tomorrow' }],
  ['without a code', {}, { kind: 'declined', unrecognized: 'without a code' }],
  ['for its amount', { code: 'amount_too_large' }, { kind: 'failed', refused: true }],
  ['for a parameter', { code: 'parameter_unknown', param: 'payment_method' }, { kind: 'failed', refused: true }],
  ['about the currency', { param: 'currency' }, { kind: 'failed', refused: true }],
  ['for too many requests', { code: 'rate_limit' }, { kind: 'unknown', limited: true }],
]

test.each(cases)('a renewal that Stripe refuses %s has the outcome of that error', async (_, fault, outcome) => {
  await using opened = await open()
  const { fake, processor, aRenewal } = opened
  const limitless = 100
  fake.faults.fail(create, fault, typeof fault === 'object' && fault.code === 'rate_limit' ? limitless : 1)

  expect(await processor.authorize(aRenewal())).toMatchObject(outcome)
})

test.each(cases.filter(([, , outcome]) => !('limited' in outcome)))(
  'a confirmation that Stripe refuses %s ends with its intent canceled',
  async (_, fault, outcome) => {
    await using opened = await open()
    const { fake, processor, aRenewal } = opened
    fake.faults.fail(confirm, fault)

    expect(await processor.authorize(aRenewal())).toMatchObject(outcome)
    expect([...fake.books.paymentIntents.values()].at(-1)?.status).toBe('canceled')
  },
)

test('a refusal without a code is the method’s fault if the method no longer belongs to its customer', async () => {
  await using opened = await open()
  const { fake, processor, stripe, token, aRenewal } = opened
  await stripe.paymentMethods.detach(token.split('/')[1]!)
  fake.faults.fail(create, {})

  const declined = await processor.authorize(aRenewal())

  expect(declined).toMatchObject(never)
  expect(declined).not.toHaveProperty('unrecognized')
})

test('a charge without the shopper sends only off_session, and a bank that requires the shopper declines it', async () => {
  await using opened = await open()
  const { fake, processor, aRenewal } = opened
  fake.books.methods.forEach(({ behavior }, id) =>
    Object.assign(fake.books.methods.get(id)!, { behavior: { ...behavior, asks: 'always' } }),
  )

  const declined = await processor.authorize(aRenewal())

  expect(declined).toMatchObject({ kind: 'declined', declineCode: 'authentication_required' })
  const { form } = fake.requests.findLast(({ name }) => name === confirm)!
  expect(new URLSearchParams(form).get('off_session')).toBe('true')
  expect(form).not.toContain('error_on_requires_action')
})

test.each([999, 0])('a decline of %i is read before the cancellation that erases its error', async (amount) => {
  await using opened = await open()
  const { fake, processor } = opened
  fake.books.cancelForgetsError = true

  const outcome = await processor.authorize(
    aCharge('pm_card_visa_chargeDeclinedInsufficientFunds', { amount, store: true }),
  )

  expect(outcome).toMatchObject({ kind: 'declined', declineCode: 'insufficient_funds', advice: 'try_again_later' })
})

test.each([999, 0])(
  'a decline of %i that was canceled before it was read is taken from its charge or its attempt',
  async (amount) => {
    await using opened = await open()
    const { fake, processor } = opened
    fake.books.cancelForgetsError = true
    const charge = aCharge('pm_card_visa_chargeDeclinedLostCard', { amount, store: true })
    await processor.authorize(charge)

    const found = await processor.lookUp(charge.reference)

    expect(found).toMatchObject({ kind: 'declined', declineCode: 'card_lost_or_stolen', advice: 'do_not_try_again' })
    expect(fake.count(cancel) + fake.count('POST /v1/setup_intents/:id/cancel')).toBe(1)
  },
)

test.each(['abandoned', 'automatic', 'expired'])(
  'an intent that is canceled as %s is read as abandoned',
  async (reason) => {
    await using opened = await open()
    const { fake, processor } = opened
    const charge = aCharge('pm_card_threeDSecure2Required')
    await processor.authorize(charge)
    const intent = [...fake.books.paymentIntents.values()].at(-1)!
    Object.assign(intent, { status: 'canceled', cancellation_reason: reason, next_action: null })

    expect(await processor.lookUp(charge.reference)).toMatchObject({ kind: 'abandoned' })
  },
)
