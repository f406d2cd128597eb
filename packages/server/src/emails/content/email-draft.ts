import type { Timestamp } from '@billing-checkout/domain'
import { formatDate } from '../../presenters/languages/format-date.ts'
import type { EmailMessageKey } from '../languages/email-messages.ts'
import type { EmailWords, PlaceholderValues } from '../languages/email-words.ts'
import { formatEmailMoney, methodRow, amountsBlock, firstChargeBlocks, laterChargeBlocks } from './charge-blocks.ts'
import { howToCancel } from './closing-blocks.ts'
import { type Block, paragraph, type Row, detailBlocks } from './email-content.ts'
import type { EmailInput, PaidCharge } from './email-input.ts'
import { placeholderValuesOf } from './placeholder-values.ts'

/** An email that is being composed: its words and its input. */
export class EmailDraft {
  readonly words: EmailWords
  readonly input: EmailInput

  constructor(words: EmailWords, input: EmailInput) {
    this.words = words
    this.input = input
  }

  /** A message as a paragraph, with the email's facts filled in. */
  sentence(key: EmailMessageKey, places: PlaceholderValues = {}): Block {
    return paragraph(this.words.say(key, { ...placeholderValuesOf(this.words, this.input), ...places }))
  }

  /** A message as a paragraph, with a date filled in. */
  dated(key: EmailMessageKey, at: Timestamp): Block {
    return this.sentence(key, { date: formatDate(at, this.words.lang) })
  }

  row(key: EmailMessageKey, value: string): Row {
    return { label: this.words.write(key), value }
  }

  /** Plan, date, reference and payment method of the charge, and the customer's tax identifiers. */
  chargeDetails(): readonly Block[] {
    const { plan, payment, at } = this.input
    return detailBlocks([
      this.row('label.plan', plan),
      this.row('label.date', formatDate(at, this.words.lang)),
      ...this.paymentRows(payment),
      ...this.input.taxIds.map((taxId) => this.row('label.tax_id', taxId)),
    ])
  }

  /** The plan and, if known, the amount due with its date. */
  dueDetails(): readonly Block[] {
    const { plan, facts } = this.input
    const { amount, currency, charged_at: chargedAt } = facts
    const due = amount === undefined || currency === undefined ? null : formatEmailMoney(this.words, amount, currency)
    return detailBlocks([
      this.row('label.plan', plan),
      ...(due === null || chargedAt === undefined
        ? []
        : [this.row('label.next', formatDate(chargedAt, this.words.lang))]),
      ...(due === null ? [] : [this.row('total.due', due)]),
    ])
  }

  /** The cost of a change without a payment. */
  paidDetails(): readonly Block[] {
    const { amount, currency } = this.input.facts
    if (amount === undefined || currency === undefined) return []
    return detailBlocks([this.row('total.paid', formatEmailMoney(this.words, amount, currency))])
  }

  paymentRows(payment: PaidCharge | null): readonly Row[] {
    if (payment === null || payment.id === null) return []
    return [this.row('label.number', payment.id), ...methodRow(this.words, payment)]
  }

  /** How the charge was calculated, and every later charge. */
  charge(): readonly Block[] {
    const { payment } = this.input
    return payment === null
      ? []
      : [
          amountsBlock(this.words, payment),
          ...firstChargeBlocks(this.words, payment),
          ...laterChargeBlocks(this.words, payment),
        ]
  }

  /** The date of the next charge, if there is one. */
  nextCharge(): readonly Block[] {
    const { next_charge_at: next } = this.input.facts
    return next ? detailBlocks([this.row('label.next', formatDate(next, this.words.lang))]) : []
  }

  button(key: EmailMessageKey): readonly Block[] {
    const { actionUrl } = this.input
    return actionUrl === null ? [] : [{ kind: 'button', label: this.words.write(key), url: actionUrl }]
  }

  /** Whether the subscription has never had a payment method, so that its next charge will fail. */
  lacksMethod(): boolean {
    return this.input.subscription?.payment_method_id === null
  }

  cancel(): Block {
    return howToCancel(this.words, this.input)
  }
}
