import type { Checkout } from '@billing-checkout/contract'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'
import type { MessageValues } from '../../messages/compiled-message.ts'
import type { Texts } from '../../messages/texts.ts'

/** The kind of agreement between shopper and merchant; the texts depend on it. */
export type OfferKind =
  | 'free'
  | 'once'
  | 'recurring'
  | 'trial_free'
  | 'trial_paid'
  | 'change'
  | 'change_free'
  | 'change_later'
  | 'resume'
  | 'update'

/** The kind of agreement that a session offers. */
export const offerKindOf = (checkout: Checkout): OfferKind => {
  const { purpose, quote, quote_display: display, session } = checkout
  const isFree = quote?.due_now.amount === 0
  if (purpose === 'resume') return 'resume'
  if (purpose === 'update_method') return 'update'
  if (purpose === 'change_plan')
    return session.subscription?.proration_billing_mode?.endsWith('end')
      ? 'change_later'
      : isFree
        ? 'change_free'
        : 'change'
  // Free means that nothing is due now or at any renewal. By the same rule, the server accepts a payment without a method.
  if (isFree && !quote.next_charge?.amount && !quote.recurring?.amount) return 'free'
  if (purpose === 'pay') return 'once'
  // The quote, not the plan, decides whether this shopper still gets a trial.
  if (display?.trial_end == null) return 'recurring'
  return isFree ? 'trial_free' : 'trial_paid'
}

/** The button's text. If the law requires it, the text states the obligation to pay and nothing else. */
export const buttonText = (checkout: Checkout, texts: Texts, usesCard = true): string => {
  const offer = offerKindOf(checkout)
  const due = checkout.quote_display?.due_now.formatted_amount ?? ''
  // Nothing is ever due for a free plan, so there is no obligation to pay.
  if (checkout.consent.obligation_button && offer !== 'free') return texts.say('button.obliged')
  if (checkout.purpose === 'recover') return texts.say('button.once', { due })
  if (offer === 'update' && !usesCard) return texts.say('button.update_other')
  return texts.say(`button.${offer}`, { due })
}

/** One sentence of the disclosure: a message and the values in it. */
export interface DisclosureSentence {
  readonly key: MessageKey
  readonly values: MessageValues
  /** The target of the sentence's `<link>`, if it has one. */
  readonly href: string | null
}

/**
 * Everything that the shopper agrees to by pressing the button, in order: the amount due now, the later charges with the recurring price,
 * how to cancel, and the right of withdrawal.
 */
export const disclosureOf = (checkout: Checkout, texts: Texts, usesCard = true): readonly DisclosureSentence[] => {
  const offer = offerKindOf(checkout)
  const { merchant } = checkout
  const { withdrawal } = checkout.consent
  const values = {
    ...offerMessageValues(checkout, texts),
    // A plan change at the end of the period takes effect with the next charge.
    date: laterChargesOf(checkout)[0]?.date,
    merchant: merchant.name,
    button: buttonText(checkout, texts, usesCard),
  }
  const isRecurring = !/^(free|once|update)$/.test(offer)
  const sentence = (key: MessageKey, href: string | null = null): DisclosureSentence => ({ key, values, href })
  const later = laterChargesOf(checkout).map((charge, place, all): DisclosureSentence => {
    const { amount, formatted_amount: written, date } = charge
    const after = all[place + 1]
    const isCovered = amount === 0 && !isFirstAfterDiscount(checkout, after)
    const key =
      after === undefined
        ? 'disclosure.then'
        : isCovered
          ? 'disclosure.covered'
          : isFirstAfterDiscount(checkout, after)
            ? 'disclosure.until'
            : 'disclosure.next'
    const dates = { date: isCovered && after ? after.date : date, end: after?.date }
    return { key, href: null, values: { ...values, amount: written, ...dates } }
  })
  return [
    sentence(
      offer === 'free'
        ? 'schedule.nothing'
        : offer === 'update' && !usesCard
          ? 'disclosure.update_other'
          : `disclosure.${offer}`,
    ),
    ...(isRecurring ? [...later, cancellation(checkout, sentence), ...lastDay(checkout, values)] : []),
    ...(withdrawal ? [sentence('withdrawal.notice', withdrawal.url)] : []),
    // If a trial begins without a payment method, the shopper does not agree to charges yet.
    ...(/^(resume|free)/.test(offer) || (offer === 'trial_free' && !checkout.needs_method)
      ? []
      : [sentence('consent.button')]),
  ]
}

/** Every later charge; the last one is the recurring price. */
export const laterChargesOf = ({ quote_display: display }: Checkout): readonly LaterCharge[] =>
  display?.later_charges ?? []

/** Whether `charge` is the first charge without the discount. */
export const isFirstAfterDiscount = ({ discount }: Checkout, charge: LaterCharge | undefined): boolean =>
  charge !== undefined && charge.date === discount?.ends?.date

/** The label of a discount's line: the discount's name, and its reduction `off` unless the line's amount already shows it. */
export const discountLabel = (
  texts: Texts,
  { label, formatted_amount: amount }: { readonly label: string; readonly formatted_amount: string },
  off: string | undefined,
): string =>
  off === undefined || amount.includes(off) ? label : texts.say('line.tax_rate', { tax: label, rate: `−${off}` })

type LaterCharge = NonNullable<Checkout['quote_display']>['later_charges'][number]

/**
 * Values for messages: the amount due, the kind of tax, the number of intervals in a trial, and the interval and the trial's length in
 * words.
 */
export const offerMessageValues = ({ session, quote, quote_display: display }: Checkout, texts: Texts) => {
  const { plan } = session
  const rhythm = quote?.recurring ?? plan
  const trial = plan?.trial
  return {
    due: display?.due_now.formatted_amount ?? '',
    kind: quote?.tax.kind,
    count: trial?.interval_count,
    interval: texts.say('interval', { unit: rhythm?.interval, count: rhythm?.interval_count }),
    length: trial && texts.say('length', { unit: trial.interval, count: trial.interval_count }),
  }
}

const cancellation = (
  { merchant }: Checkout,
  sentence: (key: MessageKey, href?: string | null) => DisclosureSentence,
): DisclosureSentence => {
  if (merchant.cancel_url !== null) return sentence('cancel.online', merchant.cancel_url)
  if (merchant.support_email === null) return sentence('cancel.merchant')
  const { key, values, href } = sentence('cancel.email', `mailto:${merchant.support_email}`)
  return { key, href, values: { ...values, email: merchant.support_email } }
}

/**
 * The sentence that states before which day the shopper can cancel to avoid the next charge. Omitted if no charge follows, or if the next
 * one includes a debt.
 */
const lastDay = (checkout: Checkout, values: MessageValues): readonly DisclosureSentence[] => {
  const next = laterChargesOf(checkout).find(({ amount }) => amount !== 0)
  return next === undefined || next.lines.some(({ kind }) => kind === 'rest' || kind === 'surcharge')
    ? []
    : [{ key: 'cancel.before', href: null, values: { ...values, date: next.date } }]
}

/**
 * Functions that put the agreement into words. The main script passes them to the payment chunk, so that the chunk does not contain a
 * second copy.
 */
export interface OfferFunctions {
  readonly offerKindOf: typeof offerKindOf
  readonly buttonText: typeof buttonText
  readonly disclosureOf: typeof disclosureOf
}

/** The disclosure as plain text, for the consent receipt. */
export const plainDisclosure = (sentences: readonly DisclosureSentence[], texts: Texts): string =>
  sentences.map(({ key, values }) => texts.say(key, { ...values, link: (inner) => inner.join('') })).join(texts.blank)
