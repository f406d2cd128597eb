import { expect, test } from 'vitest'
import { anIntent, openFakeAccount, refusalOf } from './open-account.ts'

test.each([
  ['isk', 150_050],
  ['ugx', 150_001],
  ['bhd', 5124],
  ['tnd', 5121],
])(
  'an intent or refund in %s is refused if its amount, as %i, has digits that cards do not have',
  async (currency, amount) => {
    await using account = await openFakeAccount()
    const { stripe } = account
    const whole = amount - (amount % 100)

    const refused = await refusalOf(stripe.paymentIntents.create(anIntent({ currency, amount })))
    const paid = await stripe.paymentIntents.create(anIntent({ currency, amount: whole, confirm: true }))
    const part = await refusalOf(stripe.refunds.create({ payment_intent: paid.id, amount: amount - 1000 }))
    const all = await stripe.refunds.create({ payment_intent: paid.id })

    expect([refused.param, part.param]).toEqual(['amount', 'amount'])
    expect([paid.amount_received, all.amount]).toEqual([whole, whole])
  },
)
