import type { QuoteDisplay } from '@billing-checkout/contract'
import { formatMoney } from '@billing-checkout/domain'
import { formatDate } from '../../presenters/languages/format-date.ts'
import { formatOff } from '../../presenters/plans/present-discount.ts'
import { presentReceiptDisplay } from '../../presenters/sessions/present-quote.ts'
import type { EmailMessageKey } from '../languages/email-messages.ts'
import type { EmailWords } from '../languages/email-words.ts'
import type { Block, Row } from './email-content.ts'
import type { PaidCharge } from './email-input.ts'

type Quote = PaidCharge['quote']

/** The lines and total of a charge, from its frozen quote as the checkout showed it. */
export const amountsBlock = (words: EmailWords, { quote, amount, currency }: PaidCharge): Block => {
  const display = presentReceiptDisplay(quote, words.lang)
  const { tax } = display
  const isIncluded = quote.draft.tax.rule?.behavior === 'inclusive' && quote.draft.tax.amount > 0
  const included =
    isIncluded && tax ? [...(tax.parts?.length ? tax.parts : [{ ...tax, label: taxName(words, quote) }])] : []
  return {
    kind: 'amounts',
    rows: display.lines.map((line) => ({
      label: [labelOf(words, quote, line, tax), line.formatted_units].filter(Boolean).join(' · '),
      value: line.formatted_amount,
    })),
    total: { label: words.write('total.paid'), value: formatEmailMoney(words, amount, currency) },
    included: included.map(({ label, formatted_amount: value }) => ({
      label: inOwnDirection(words, words.write('summary.included', { tax: label })),
      value,
    })),
  }
}

/** The checkout's disclosure about the first charge: that no other charge follows, or how long a trial is free. */
export const firstChargeBlocks = (words: EmailWords, { quote, amount, currency }: PaidCharge): readonly Block[] => {
  const trial = quote.withTrial ? quote.terms?.trial : null
  if (trial && amount === 0) {
    const length = words.write('length', { ...trial.interval })
    return [{ kind: 'paragraph', phrase: words.say('disclosure.trial_free', { length }) }]
  }
  if (quote.draft.recurring !== null) return []
  return [
    { kind: 'paragraph', phrase: words.say('disclosure.once', { due: formatEmailMoney(words, amount, currency) }) },
  ]
}

/** Each later charge as the checkout discloses it: its date and amount, and the price from then on. */
export const laterChargeBlocks = (words: EmailWords, { quote }: PaidCharge): readonly Block[] => {
  const { recurring } = quote.draft
  const interval = recurring === null ? '' : formatInterval(words, recurring.interval)
  const endOfDiscount = quote.discount?.endsAt ? formatDate(quote.discount.endsAt, words.lang) : null
  return presentReceiptDisplay(quote, words.lang).later_charges.map(
    ({ amount: minor, formatted_amount: amount, date }, place, all): Block => {
      const after = all[place + 1]
      if (after === undefined)
        return { kind: 'paragraph', phrase: words.say('disclosure.then', { amount, date, interval }) }
      // This amount, even zero, is charged at every interval until the discount ends.
      if (after.date === endOfDiscount) {
        const places = { amount, date, interval, end: after.date }
        return { kind: 'paragraph', phrase: words.say('disclosure.until', places) }
      }
      return {
        kind: 'paragraph',
        phrase:
          minor === 0
            ? words.say('disclosure.covered', { date: after.date })
            : words.say('disclosure.next', { amount, date }),
      }
    },
  )
}

/** The key of the message that asks for a payment method before a charge. */
export const askForMethodKey = 'payment_method_missing.soon'

/** The key of the label of the button with which the customer adds a payment method. */
export const addMethodKey = 'payment_method_missing.action'

/** Asks a customer who bought without a payment method to add one before the next charge; empty if that charge is 0. */
export const methodNeededBlocks = (words: EmailWords, { quote }: PaidCharge): readonly Block[] => {
  const next = quote.draft.nextCharge
  if (next === null || next.amount === 0) return []
  const places = { date: formatDate(next.at, words.lang), amount: formatEmailMoney(words, next.amount, next.currency) }
  return [{ kind: 'paragraph', phrase: words.say(askForMethodKey, places) }]
}

/** Decline reasons about which the customer can do something. Only the bank can explain other declines. */
export const declineReasons: Readonly<Record<string, EmailMessageKey>> = {
  insufficient_funds: 'payment_failed.insufficient_funds',
  expired_card: 'payment_failed.expired_card',
}

/** A billing interval in words: every month. */
export const formatInterval = (words: EmailWords, { unit, count }: { unit: string; count: number }): string =>
  words.write('interval', { unit, count })

/** An amount in the notation of the language. */
export const formatEmailMoney = ({ lang }: EmailWords, amount: number, currency: string): string =>
  formatMoney({ amount, currency }, lang).formattedAmount

/** The row of a receipt that names the card or account. */
export const methodRow = (words: EmailWords, { method }: PaidCharge): readonly Row[] => {
  const named = method === null ? null : nameOfMethod(words, method)
  return named === null ? [] : [{ label: words.write('label.method'), value: named }]
}

const nameOfMethod = (words: EmailWords, { type, details }: NonNullable<PaidCharge['method']>): string | null => {
  if (!('last4' in details)) return accountNames[type] ?? null
  const brand = details.bin_data.brand?.split('-').map(capitalized).join(' ') ?? ''
  return inOwnDirection(words, words.write('method.saved', { brand, last4: details.last4 }).trim())
}

/**
 * Keeps a right-to-left text in its direction although it starts with a name. The first letter with a direction decides the direction of
 * the whole text, so this puts a right-to-left mark in front.
 */
const inOwnDirection = ({ dir }: EmailWords, text: string): string => (dir === 'rtl' ? `\u200f${text}` : text)

const accountNames: Readonly<Record<string, string>> = { PAYPAL: 'PayPal', VENMO: 'Venmo', CASHAPP: 'Cash App' }

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

interface Line {
  readonly kind: Quote['draft']['lines'][number]['kind']
  readonly label: string
}

/** The label of a line: the plan or the kind of line; for tax, its name and rate. */
const labelOf = (words: EmailWords, quote: Quote, { kind, label }: Line, tax: QuoteDisplay['tax']): string => {
  switch (kind) {
    case 'plan':
    case 'customer_credit':
      return label
    case 'discount': {
      const off = quote.terms?.discount?.off
      // The line already shows the amount of the discount, so only a percentage is added to the label.
      if (off?.kind !== 'percent') return label
      const rate = `−${formatOff(off, words.lang)}`
      return inOwnDirection(words, words.write('line.tax_rate', { tax: label, rate }))
    }
    case 'trial': {
      const interval = quote.terms?.trial?.interval
      return interval === undefined
        ? label
        : words.write('line.trial', { length: words.write('length', { ...interval }) })
    }
    case 'credit':
      return `${words.write('line.credit')} (${label})`
    case 'tax':
      // If there are several taxes, each has its own name and rate.
      return tax === null || tax.parts?.length
        ? label
        : words.write('line.tax_rate', { tax: taxName(words, quote), rate: tax.rate })
    default:
      return words.write(`line.${kind}`)
  }
}

const taxName = (words: EmailWords, { draft }: Quote): string =>
  words.write('line.tax', { kind: draft.tax.rule?.kind ?? 'other' })
