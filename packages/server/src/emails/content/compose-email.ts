import type { EmailKind } from '@billing-checkout/contract'
import { required, type Timestamp } from '@billing-checkout/domain'
import { formatDate, formatMoment } from '../../presenters/languages/format-date.ts'
import type { EmailMessageKey } from '../languages/email-messages.ts'
import { type EmailWords, emailWordsIn, type Places } from '../languages/email-words.ts'
import {
  amountsOf,
  addMethodKey,
  askForMethod,
  declineReasons,
  firstCharge,
  intervalIn,
  laterCharges,
  methodNeeded,
  methodRow,
  moneyIn,
} from './charge-blocks.ts'
import { declaredRows } from './declared-rows.ts'
import type { Block, EmailContent, Row } from './email-content.ts'
import type { EmailSubject, PaidCharge } from './email-subject.ts'
import { isChangeOfAddress, placesOf, titleOf } from './email-places.ts'
import { cancelRunning, details, footerOf, howToCancel, paragraph, runsUntil, termsLinks, waysOut } from './ways-out.ts'

/** Composes an email in the customer's language. All amounts and dates come from `subject`. */
export const composeEmail = (subject: EmailSubject): EmailContent => {
  const words = emailWordsIn(subject.locale)
  const { lang, dir } = words
  const { customerName, seller } = subject
  const greeting = customerName === null ? words.say('greeting.unnamed') : words.say('greeting', { name: customerName })
  const places = placesOf(words, subject)
  const title = titleOf(subject)
  return {
    subject: words.write(title, places),
    heading: words.say(title, places),
    lang,
    dir,
    seller,
    blocks: [paragraph(greeting), ...bodyOf(new Writing(words, subject))],
    footer: footerOf(words, subject),
  }
}

/** An email that is being composed: its words and its subject. */
class Writing {
  readonly words: EmailWords
  readonly subject: EmailSubject

  constructor(words: EmailWords, subject: EmailSubject) {
    this.words = words
    this.subject = subject
  }

  /** A message as a paragraph, with the email's facts filled in. */
  sentence(key: EmailMessageKey, places: Places = {}): Block {
    return paragraph(this.words.say(key, { ...placesOf(this.words, this.subject), ...places }))
  }

  dated(key: EmailMessageKey, at: Timestamp): Block {
    return this.sentence(key, { date: formatDate(at, this.words.lang) })
  }

  row(key: EmailMessageKey, value: string): Row {
    return { label: this.words.write(key), value }
  }

  /** Plan, date, reference and payment method of the charge. */
  chargeDetails(): readonly Block[] {
    const { plan, payment, at } = this.subject
    return details([
      this.row('label.plan', plan),
      this.row('label.date', formatDate(at, this.words.lang)),
      ...this.paymentRows(payment),
      ...this.subject.taxIds.map((taxId) => this.row('label.tax_id', taxId)),
    ])
  }

  /** The amount due, the plan, and the date if known. */
  dueDetails(): readonly Block[] {
    const { plan, facts } = this.subject
    const { amount, currency, charged_at: chargedAt } = facts
    const due = amount === undefined || currency === undefined ? null : moneyIn(this.words, amount, currency)
    return details([
      this.row('label.plan', plan),
      ...(due === null || chargedAt === undefined
        ? []
        : [this.row('label.next', formatDate(chargedAt, this.words.lang))]),
      ...(due === null ? [] : [this.row('total.due', due)]),
    ])
  }

  /** The cost of a change without a payment. */
  paidDetails(): readonly Block[] {
    const { amount, currency } = this.subject.facts
    if (amount === undefined || currency === undefined) return []
    return details([this.row('total.paid', moneyIn(this.words, amount, currency))])
  }

  paymentRows(payment: PaidCharge | null): readonly Row[] {
    if (payment === null || payment.id === null) return []
    return [this.row('label.number', payment.id), ...methodRow(this.words, payment)]
  }

  /** How the charge was calculated, and every later charge. */
  charge(): readonly Block[] {
    const { payment } = this.subject
    return payment === null
      ? []
      : [amountsOf(this.words, payment), ...firstCharge(this.words, payment), ...laterCharges(this.words, payment)]
  }

  /** The date of the next charge, if there is one. */
  nextCharge(): readonly Block[] {
    const { next_charge_at: next } = this.subject.facts
    return next ? details([this.row('label.next', formatDate(next, this.words.lang))]) : []
  }

  button(key: EmailMessageKey): readonly Block[] {
    const { actionUrl } = this.subject
    return actionUrl === null ? [] : [{ kind: 'button', label: this.words.write(key), url: actionUrl }]
  }

  /** Whether the subscription has never had a payment method, so that its next charge will fail. */
  lacksMethod(): boolean {
    return this.subject.subscription?.payment_method_id === null
  }

  cancel(): Block {
    return howToCancel(this.words, this.subject)
  }
}

const bodyOf = (writing: Writing): readonly Block[] => {
  const { kind, declaration } = writing.subject
  return declaration === null ? bodies[kind](writing) : acknowledged(writing, declaration)
}

/** The content of a declaration, and when it was received. Another email reports its effect once that is known. */
const acknowledged = (
  { words, subject }: Writing,
  declaration: NonNullable<EmailSubject['declaration']>,
): readonly Block[] => [
  paragraph(
    words.say(subject.kind === 'withdrawal' ? 'withdrawal.received' : 'cancellation.received', {
      date: formatMoment(declaration.receivedAt, words.lang),
    }),
  ),
  ...details(declaredRows(words, declaration)),
]

const announced = (writing: Writing): readonly Block[] => {
  const { kind, facts } = writing.subject
  const lacksMethod = facts.charged_at !== undefined && facts.amount !== undefined && writing.lacksMethod()
  const body = lacksMethod ? askForMethod : (`${kind}.body` as EmailMessageKey)
  const button = lacksMethod ? writing.button(addMethodKey) : []
  return [writing.sentence(body), ...writing.dueDetails(), ...button, writing.cancel()]
}

const bodies: Readonly<Record<EmailKind, (writing: Writing) => readonly Block[]>> = {
  order_confirmation: (writing) => {
    const { consent, payment } = writing.subject
    const trialEnd = payment?.quote.withTrial ? payment.quote.draft.nextCharge?.at : undefined
    return [
      writing.sentence('order_confirmation.body'),
      ...(consent === null ? [writing.sentence('order_confirmation.set_up')] : []),
      ...writing.chargeDetails(),
      ...writing.charge(),
      ...(payment !== null && writing.lacksMethod() ? methodNeeded(writing.words, payment) : []),
      ...waysOut(writing.words, writing.subject),
      ...(trialEnd === undefined ? [] : [writing.dated('cancel.before', trialEnd)]),
      ...(consent === null
        ? []
        : [
            writing.dated('order_confirmation.consent', consent.received_at),
            { kind: 'quotation', text: consent.text, lang: consent.locale } as const,
          ]),
      ...termsLinks(writing.words, writing.subject),
    ]
  },
  receipt: (writing) => {
    const { words, subject } = writing
    return [
      writing.sentence('receipt.body'),
      ...writing.chargeDetails(),
      ...(subject.payment === null ? [] : [amountsOf(words, subject.payment)]),
      ...writing.nextCharge(),
      ...(subject.subscription === null ? [] : [writing.cancel()]),
    ]
  },
  refund: (writing) => {
    const { facts, payment } = writing.subject
    const { amount, currency } = facts
    const refunded =
      amount === undefined || currency === undefined
        ? []
        : [writing.row('total.refunded', moneyIn(writing.words, amount, currency))]
    return [
      writing.sentence('refund.body'),
      ...details([writing.row('label.plan', writing.subject.plan), ...writing.paymentRows(payment), ...refunded]),
      ...cancelRunning(writing.words, writing.subject),
    ]
  },
  trial_ending: announced,
  renewal_notice: announced,
  price_change: (writing) => {
    const { subscription, plan: name } = writing.subject
    const plan = required(subscription?.scheduled_change?.plan ?? subscription?.plan, 'plan of subscription', name)
    const interval = intervalIn(writing.words, { unit: plan.interval ?? 'months', count: plan.interval_count ?? 1 })
    return [
      writing.sentence('price_change.body', { interval }),
      ...(writing.lacksMethod() ? [writing.sentence(askForMethod), ...writing.button(addMethodKey)] : []),
      writing.cancel(),
    ]
  },
  reminder: announced,
  payment_failed: (writing) => {
    const { facts } = writing.subject
    const reason = declineReasons[facts.decline_code ?? '']
    return [
      writing.sentence('payment_failed.body'),
      ...(reason === undefined ? [] : [writing.sentence(reason)]),
      ...(facts.next_try_at ? [writing.dated('payment_failed.retry', facts.next_try_at)] : lastTry(writing)),
      ...writing.dueDetails(),
      ...writing.button('payment_failed.action'),
      writing.cancel(),
    ]
  },
  payment_method_missing: (writing) => [
    writing.sentence('payment_method_missing.body'),
    ...lastTry(writing),
    ...writing.dueDetails(),
    ...writing.button(addMethodKey),
    writing.cancel(),
  ],
  card_expiring: (writing) => [
    writing.sentence('card_expiring.body'),
    ...writing.button('card_expiring.action'),
    writing.cancel(),
  ],
  plan_changed: (writing) => [
    writing.sentence('plan_changed.body'),
    ...writing.chargeDetails(),
    ...writing.charge(),
    ...(writing.subject.payment === null ? [...writing.paidDetails(), ...writing.nextCharge()] : []),
    ...waysOut(writing.words, writing.subject),
    ...termsLinks(writing.words, writing.subject),
  ],
  change_scheduled: (writing) => {
    const { facts, payment } = writing.subject
    if (facts.dropped !== undefined)
      return [
        writing.sentence('change_dropped.body'),
        ...(facts.dropped === 'refused' ? [writing.sentence('change_dropped.refused')] : []),
        ...writing.nextCharge(),
        writing.cancel(),
      ]
    if (payment === null) return announced(writing)
    return [
      writing.sentence('change_scheduled.body'),
      ...writing.chargeDetails(),
      ...writing.charge(),
      ...waysOut(writing.words, writing.subject),
      ...termsLinks(writing.words, writing.subject),
    ]
  },
  cancellation: (writing) => {
    const { facts, at } = writing.subject
    const { ended_by: by, ends_at: endsAt = at, renewals: n = 0 } = facts
    if (by) return [writing.dated(by === 'unpaid' ? 'cancellation.unpaid' : 'cancellation.ended', endsAt)]
    return [
      writing.dated('cancellation.received', at),
      endsAt > at ? paragraph(runsUntil(writing.words, endsAt, n)) : writing.dated('cancellation.ended', endsAt),
      ...writing.button('cancellation.action'),
    ]
  },
  withdrawal: (writing) => {
    const { at, facts } = writing.subject
    return [
      writing.sentence('withdrawal.received', { date: formatMoment(at, writing.words.lang) }),
      ...(facts.ends_at === undefined ? [] : [writing.dated('cancellation.ended', facts.ends_at)]),
      ...(facts.plan_before === undefined ? [] : [writing.sentence('plan_changed.body')]),
      ...(facts.amount ? [writing.sentence('withdrawal.refund')] : []),
      ...(facts.is_late ? [writing.sentence('withdrawal.late')] : []),
      ...cancelRunning(writing.words, writing.subject),
    ]
  },
  sign_in: (writing) => {
    const family = isChangeOfAddress(writing.subject) ? 'email_change' : 'sign_in'
    return [writing.sentence(`${family}.body`), ...writing.button(`${family}.action`)]
  },
  email_changed: (writing) => [writing.sentence('email_changed.body'), ...writing.button('email_changed.action')],
}

const lastTry = (writing: Writing): readonly Block[] => {
  const { ends_at: endsAt } = writing.subject.facts
  return endsAt === undefined ? [] : [writing.dated('payment_failed.last', endsAt)]
}
