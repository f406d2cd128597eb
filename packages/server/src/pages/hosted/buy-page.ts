import type { Money } from '@billing-checkout/contract'
import { amountOff, type DiscountTerms, formatMoney, type PlanTerms } from '@billing-checkout/domain'
import type { LinkOffer } from '../../billing/hosted/buy.ts'
import { formatInterval } from '../../emails/content/charge-blocks.ts'
import { emailWordsIn } from '../../emails/languages/email-words.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { formatUnits, formatPlanName } from '../../presenters/languages/format-units.ts'
import { type PageWords, pageWordsIn } from '../languages/page-words.ts'
import {
  emailField,
  detailRow,
  hiddenFields,
  type FormPage,
  merchantDocument,
  merchantNameOf,
} from './hosted-document.ts'

/**
 * The page of a payment link: the plan, its price, and a form for the e-mail address. It works without a script. `refused` is the submitted
 * text if it is not an e-mail address; null before the form was submitted.
 */
export const buyPage = (page: FormPage, { terms }: LinkOffer, refused: string | null) => {
  const words = pageWordsIn(page.locale)
  const name = formatPlanName(terms.name, terms.quantity)
  const body = `<h1><bdi>${escapeHtml(name)}</bdi></h1>
<dl class="prices">
${pricesOf(terms, words)}
</dl>
<p>${words.say('buy.body')}</p>
<form method="post" novalidate>${hiddenFields({ token: page.token })}
${emailField(words, refused)}<button>${words.say('recovery.action')}</button></form>`
  return merchantDocument(page, body, { title: `${name} · ${merchantNameOf(page.organization)}` })
}

/**
 * The price of the trial and of each interval, or the single price, and the discount with the number of charges that it reduces. The
 * checkout adds what depends on the shopper, such as tax.
 */
const pricesOf = ({ price, interval, trial, discount }: PlanTerms, { say, lang }: PageWords): string => {
  const words = emailWordsIn(lang)
  const row = (label: string, money: Money) => detailRow(label, escapeHtml(formatMoney(money, lang).formattedAmount))
  const rows = [
    trial &&
      row(
        escapeHtml(words.write('line.trial', { length: words.write('length', { ...trial.interval }) })),
        trial.price ?? { ...price, amount: 0 },
      ),
    row(interval === null ? say('recovery.due') : escapeHtml(formatInterval(words, interval)), price),
    discount && detailRow(escapeHtml(discount.name), escapeHtml(offOf(discount, { price, interval, lang }))),
  ]
  return rows.filter((each) => each != null).join('\n')
}

/** A discount in words, such as `3 × −€2.00` if it reduces a number of charges. */
const offOf = (
  { off, left }: DiscountTerms,
  { price, interval, lang }: Pick<PlanTerms, 'price' | 'interval'> & { readonly lang: string },
): string => {
  const written = `−${formatMoney({ ...price, amount: amountOff(price.amount, off) }, lang).formattedAmount}`
  return interval === null || left === null ? written : formatUnits(written, left, lang)
}
