import { z } from 'zod'
import { declaration } from '../resources/declaration.ts'
import { emailInput, idInput, timestampInput } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { filledText, personName } from '../resources/text.ts'
import { declarationKinds } from '../vocabulary/declarations.ts'
import { filtersByCreatedAt, pageQuery } from './parts/list-query.ts'
import { idParam, operation } from './parts/operation.ts'

/** Receives a consumer's cancellation or withdrawal. */
export const createDeclaration = operation({
  method: 'POST',
  path: '/declarations',
  summary: 'Receive a declaration',
  description: [
    'Receives what a consumer declared on a page of yours without signing in. It is kept whether or not any contract fits, and causes the event `declaration.received`. If new payments keep meeting it, it is answered without `effects`, and acted on within seconds, as of its receipt. Never show the answer to the consumer: it says which subscriptions an e-mail address has. Show what they typed and `received_at`. Our pages `/o/{organization}/cancel` and `/o/{organization}/withdraw` do this without a call of yours: link to them from your site.',
    'Contracts are found by the e-mail address of their customer, and by `contract`, which may be the id of a subscription, of a payment or of a consent, or the name of a plan. If `contract` fits none, all contracts of the address count: its subscriptions and, for a withdrawal, its latest 100 one-off purchases of the last 400 days.',
    'A cancellation lets every subscription that fits run to the end of the period that is paid for. If `requested_end_at` is later than that, it renews until the first of its periods that ends on or after that date; `cancellation.ends_at` says when. Nothing is charged at or after that end, and a scheduled change of its plan is removed. A cancellation for good cause never waits for a renewal. An earlier end declared previously stays in force. If a change of the plan is being paid, the subscription is left to you. Nothing is refunded, except a renewal that was charged between the receipt and its effect. If you let us send emails, the one about it has a link by which the customer takes the cancellation back.',
    'A withdrawal ends the contract at once and refunds what the law of the country of sale prescribes, judged by the consent receipt. If the plan was changed, a withdrawal that names the payment or consent of the last change undoes it: the subscription gets back its plan, quantity, period and credit, and what the change charged is refunded. If it names no change, that happens only when the last change alone can still be withdrawn from. If something has happened since (a renewal, another change, a refund, a dispute), you decide, as for every withdrawal that is unclear. A change that you made without a consent of the customer is never undone. It is left to you if several contracts could be withdrawn from, the subscription and a change of its plan among them, if the change spent credit of the customer, or while a payment other than a renewal is in flight or one is authorized and not captured. You may always refund more.',
  ],
  callers: ['merchant'],
  scope: { resource: 'declarations', access: 'write' },
  body: z.strictObject({
    kind: z
      .enum(declarationKinds)
      .describe('`cancel`: the contract is to end. `withdraw`: the consumer uses the right of withdrawal.'),
    email: emailInput.describe('The e-mail address that the consumer typed.'),
    full_name: personName(200).optional().describe('The name that the consumer typed.'),
    contract: filledText(255).optional().describe('How the consumer named the contract.'),
    reason: filledText(5000).optional().describe('The reason that the consumer typed.'),
    for_cause: z
      .boolean()
      .optional()
      .describe(
        'Whether the consumer cancels for good cause. Default false. If true, a `requested_end_at` after the current period does not delay the end: the subscription ends with that period.',
      ),
    requested_end_at: timestampInput
      .optional()
      .describe(
        'When the contract is to end. Default, and for a date in the past: as soon as possible. A date more than 100 years away counts as 100 years away.',
      ),
  }),
  answer: declaration,
})

/** Returns one declaration. */
export const findDeclaration = operation({
  method: 'GET',
  path: '/declarations/{id}',
  summary: 'Find a declaration',
  description: ['Answers what a consumer declared, and what that did.'],
  callers: ['merchant'],
  scope: { resource: 'declarations', access: 'read' },
  params: idParam,
  answer: declaration,
  problems: ['not_found'],
})

/** Lists consumers' cancellations and withdrawals. */
export const findDeclarations = operation({
  method: 'GET',
  path: '/declarations',
  summary: 'Find declarations',
  description: ['Lists what consumers declared, latest first. All filters must hold together.'],
  callers: ['merchant'],
  scope: { resource: 'declarations', access: 'read' },
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    kind: z.enum(declarationKinds).optional().describe('Only declarations of this kind.'),
    subscription_id: idInput.optional().describe('Only declarations that concern this subscription.'),
    customer_id: idInput.optional().describe('Only declarations that concern a subscription of this customer.'),
  }),
  answer: listOf(declaration),
})
