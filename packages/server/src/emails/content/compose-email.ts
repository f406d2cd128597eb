import type { EmailKind } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { formatMoment } from '../../presenters/languages/format-date.ts'
import type { EmailMessageKey } from '../languages/email-messages.ts'
import { emailWordsIn } from '../languages/email-words.ts'
import {
  addMethodKey,
  amountsBlock,
  askForMethodKey,
  declineReasons,
  formatInterval,
  methodNeededBlocks,
  formatEmailMoney,
} from './charge-blocks.ts'
import {
  footerBlocks,
  howToCancelIfRunning,
  howToCancelOrWithdraw,
  subscriptionEndPhrase,
  termsLinks,
} from './closing-blocks.ts'
import { declarationRows } from './declaration-rows.ts'
import { type Block, detailBlocks, type EmailContent, paragraph } from './email-content.ts'
import type { EmailInput } from './email-input.ts'
import { isChangeOfAddress, placeholderValuesOf, subjectKeyOf } from './placeholder-values.ts'
import { EmailDraft } from './email-draft.ts'

/** Composes an email in the customer's language. All amounts and dates come from `input`. */
export const composeEmail = (input: EmailInput): EmailContent => {
  const words = emailWordsIn(input.locale)
  const { lang, dir } = words
  const { customerName, seller } = input
  const greeting = customerName === null ? words.say('greeting.unnamed') : words.say('greeting', { name: customerName })
  const places = placeholderValuesOf(words, input)
  const title = subjectKeyOf(input)
  return {
    subject: words.write(title, places),
    heading: words.say(title, places),
    lang,
    dir,
    seller,
    blocks: [paragraph(greeting), ...bodyOf(new EmailDraft(words, input))],
    footer: footerBlocks(words, input),
  }
}

const bodyOf = (draft: EmailDraft): readonly Block[] => {
  const { kind, declaration } = draft.input
  return declaration === null ? bodies[kind](draft) : acknowledgement(draft, declaration)
}

/** The content of a declaration, and when it was received. Another email reports the declaration's effect once the effect is known. */
const acknowledgement = (
  { words, input }: EmailDraft,
  declaration: NonNullable<EmailInput['declaration']>,
): readonly Block[] => [
  paragraph(
    words.say(input.kind === 'withdrawal' ? 'withdrawal.received' : 'cancellation.received', {
      date: formatMoment(declaration.receivedAt, words.lang),
    }),
  ),
  ...detailBlocks(declarationRows(words, declaration)),
]

const announcement = (draft: EmailDraft): readonly Block[] => {
  const { kind, facts } = draft.input
  const lacksMethod = facts.charged_at !== undefined && facts.amount !== undefined && draft.lacksMethod()
  const body = lacksMethod ? askForMethodKey : (`${kind}.body` as EmailMessageKey)
  const button = lacksMethod ? draft.button(addMethodKey) : []
  return [draft.sentence(body), ...draft.dueDetails(), ...button, draft.cancel()]
}

const bodies: Readonly<Record<EmailKind, (draft: EmailDraft) => readonly Block[]>> = {
  order_confirmation: (draft) => {
    const { consent, payment } = draft.input
    const trialEnd = payment?.quote.withTrial ? payment.quote.draft.nextCharge?.at : undefined
    return [
      draft.sentence('order_confirmation.body'),
      ...(consent === null ? [draft.sentence('order_confirmation.set_up')] : []),
      ...draft.chargeDetails(),
      ...draft.charge(),
      ...(payment !== null && draft.lacksMethod() ? methodNeededBlocks(draft.words, payment) : []),
      ...howToCancelOrWithdraw(draft.words, draft.input),
      ...(trialEnd === undefined ? [] : [draft.dated('cancel.before', trialEnd)]),
      ...(consent === null
        ? []
        : [
            draft.dated('order_confirmation.consent', consent.received_at),
            { kind: 'quotation', text: consent.text, lang: consent.locale } as const,
          ]),
      ...termsLinks(draft.words, draft.input),
    ]
  },
  receipt: (draft) => {
    const { words, input } = draft
    return [
      draft.sentence('receipt.body'),
      ...draft.chargeDetails(),
      ...(input.payment === null ? [] : [amountsBlock(words, input.payment)]),
      ...draft.nextCharge(),
      ...(input.subscription === null ? [] : [draft.cancel()]),
    ]
  },
  refund: (draft) => {
    const { facts, payment } = draft.input
    const { amount, currency } = facts
    const refunded =
      amount === undefined || currency === undefined
        ? []
        : [draft.row('total.refunded', formatEmailMoney(draft.words, amount, currency))]
    return [
      draft.sentence('refund.body'),
      ...detailBlocks([draft.row('label.plan', draft.input.plan), ...draft.paymentRows(payment), ...refunded]),
      ...howToCancelIfRunning(draft.words, draft.input),
    ]
  },
  trial_ending: announcement,
  renewal_notice: announcement,
  price_change: (draft) => {
    const { subscription, plan: name } = draft.input
    const plan = required(subscription?.scheduled_change?.plan ?? subscription?.plan, 'plan of subscription', name)
    const interval = formatInterval(draft.words, { unit: plan.interval ?? 'months', count: plan.interval_count ?? 1 })
    return [
      draft.sentence('price_change.body', { interval }),
      ...(draft.lacksMethod() ? [draft.sentence(askForMethodKey), ...draft.button(addMethodKey)] : []),
      draft.cancel(),
    ]
  },
  reminder: announcement,
  payment_failed: (draft) => {
    const { facts } = draft.input
    const reason = declineReasons[facts.decline_code ?? '']
    return [
      draft.sentence('payment_failed.body'),
      ...(reason === undefined ? [] : [draft.sentence(reason)]),
      ...(facts.next_try_at ? [draft.dated('payment_failed.retry', facts.next_try_at)] : lastTry(draft)),
      ...draft.dueDetails(),
      ...draft.button('payment_failed.action'),
      draft.cancel(),
    ]
  },
  payment_method_missing: (draft) => [
    draft.sentence('payment_method_missing.body'),
    ...lastTry(draft),
    ...draft.dueDetails(),
    ...draft.button(addMethodKey),
    draft.cancel(),
  ],
  card_expiring: (draft) => [
    draft.sentence('card_expiring.body'),
    ...draft.button('card_expiring.action'),
    draft.cancel(),
  ],
  plan_changed: (draft) => [
    draft.sentence('plan_changed.body'),
    ...draft.chargeDetails(),
    ...draft.charge(),
    ...(draft.input.payment === null ? [...draft.paidDetails(), ...draft.nextCharge()] : []),
    ...howToCancelOrWithdraw(draft.words, draft.input),
    ...termsLinks(draft.words, draft.input),
  ],
  change_scheduled: (draft) => {
    const { facts, payment } = draft.input
    if (facts.dropped !== undefined)
      return [
        draft.sentence('change_dropped.body'),
        ...(facts.dropped === 'refused' ? [draft.sentence('change_dropped.refused')] : []),
        ...draft.nextCharge(),
        draft.cancel(),
      ]
    if (payment === null) return announcement(draft)
    return [
      draft.sentence('change_scheduled.body'),
      ...draft.chargeDetails(),
      ...draft.charge(),
      ...howToCancelOrWithdraw(draft.words, draft.input),
      ...termsLinks(draft.words, draft.input),
    ]
  },
  cancellation: (draft) => {
    const { facts, at } = draft.input
    const { ended_by: by, ends_at: endsAt = at, renewals: n = 0 } = facts
    if (by) return [draft.dated(by === 'unpaid' ? 'cancellation.unpaid' : 'cancellation.ended', endsAt)]
    return [
      draft.dated('cancellation.received', at),
      endsAt > at
        ? paragraph(subscriptionEndPhrase(draft.words, endsAt, n))
        : draft.dated('cancellation.ended', endsAt),
      ...draft.button('cancellation.action'),
    ]
  },
  withdrawal: (draft) => {
    const { at, facts } = draft.input
    return [
      draft.sentence('withdrawal.received', { date: formatMoment(at, draft.words.lang) }),
      ...(facts.ends_at === undefined ? [] : [draft.dated('cancellation.ended', facts.ends_at)]),
      ...(facts.plan_before === undefined ? [] : [draft.sentence('plan_changed.body')]),
      ...(facts.amount ? [draft.sentence('withdrawal.refund')] : []),
      ...(facts.is_late ? [draft.sentence('withdrawal.late')] : []),
      ...howToCancelIfRunning(draft.words, draft.input),
    ]
  },
  sign_in: (draft) => {
    const family = isChangeOfAddress(draft.input) ? 'email_change' : 'sign_in'
    return [draft.sentence(`${family}.body`), ...draft.button(`${family}.action`)]
  },
  email_changed: (draft) => [draft.sentence('email_changed.body'), ...draft.button('email_changed.action')],
}

const lastTry = (draft: EmailDraft): readonly Block[] => {
  const { ends_at: endsAt } = draft.input.facts
  return endsAt === undefined ? [] : [draft.dated('payment_failed.last', endsAt)]
}
