import { z } from 'zod'
import { declarationKinds, declarationOutcomes } from '../vocabulary/declarations.ts'
import { amount, currencyCode, idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'

const refund = z.strictObject({
  payment_id: idOf('pay').describe('The payment that is refunded.'),
  amount: amount.describe('How much of it, in minor units.'),
  currency: currencyCode.describe('Currency of the payment.'),
})

const effect = z.strictObject({
  subscription_id: idOf('sub')
    .nullable()
    .describe('A subscription of a customer with the declared e-mail address; null for a purchase without one.'),
  payment_id: idOf('pay')
    .nullable()
    .describe('The payment of a one-off purchase of such a customer; null for a subscription.'),
  outcome: z
    .enum(declarationOutcomes)
    .describe(
      '`scheduled`: it runs until `ends_at`, and renews until then if the consumer requested a later end. `ended`: it ended at once, because nothing that is paid for was left. `withdrawn`: it ended at once, and the `refunds` are made; a one-off purchase is refunded. `change_withdrawn`: the last change of its plan is undone: it has its plan, quantity, period and credit from before, and what the change charged is in the `refunds`. `too_late`: the period for withdrawal was over. `no_right`: the law of the country gives no such right, or the server does not know it: it knows the EU, EEA, United Kingdom, Switzerland and USA; check before you refuse. `right_lost`: the consumer gave the right up for digital content. `left_to_merchant`: nothing was done: decide. If the declaration came by `createDeclaration`, no email was sent: acknowledge it yourself.',
    ),
  ends_at: nullableTimestamp.describe('When the subscription ends; null if the declaration does not end it.'),
  refunds: z.array(refund).describe('What is given back, one refund for each payment.'),
  refund_at: nullableTimestamp.describe(
    'When the refunds are made, if the setting `withdrawals` holds them for a review; null if it does not.',
  ),
})

/** A consumer's cancellation or withdrawal, and its effects. */
export const declaration = z
  .strictObject({
    id: idOf('decl').describe('Identifier of the declaration.'),
    kind: z
      .enum(declarationKinds)
      .describe('`cancel`: the contract is to end. `withdraw`: the consumer uses the right of withdrawal.'),
    for_cause: z
      .boolean()
      .describe('Whether the consumer cancels for good cause (such as BGB § 314), which you judge.'),
    email: nullableText.describe('The e-mail address as it was typed; null after an erasure.'),
    full_name: nullableText.describe('The name as it was typed.'),
    contract: nullableText.describe(
      'How the consumer named the contract; null if they named none, and after an erasure.',
    ),
    reason: nullableText.describe('The reason as it was typed.'),
    requested_end_at: nullableTimestamp.describe(
      'When the consumer wants the contract to end; null: as soon as possible.',
    ),
    effects: z
      .array(effect)
      .describe(
        'What it did, contract by contract; `[]` if no contract has the e-mail address, if a cancellation finds only ended ones, or until it is acted on: `declaration.received` follows.',
      ),
    received_at: timestamp.describe('When the server received it, by its wall clock.'),
    created_at: timestamp.describe('The same moment by the billing clock.'),
  })
  .meta({
    id: 'Declaration',
    description:
      'The cancellation of a contract, or the withdrawal from it, which a consumer declared without signing in. It is kept whether or not it fits any contract.',
  })

/** A consumer's cancellation or withdrawal, and its effects. */
export type Declaration = z.infer<typeof declaration>
