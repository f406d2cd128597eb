import { formatMoney } from '@billing-checkout/domain'
import type { Recovery } from '../../billing/hosted/recover.ts'
import type { SessionQuote } from '../../billing/quotes/resolve-session.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { maskEmail } from '../../presenters/redaction/mask-email.ts'
import { pageWordsIn } from '../languages/page-words.ts'
import {
  detailRow,
  type FormPage,
  hiddenFields,
  hostedDocument,
  merchantDocument,
  merchantNameOf,
} from './hosted-document.ts'

/**
 * The page of a recovery link: plan, amount, masked address, and a button that starts the payment. It works without a script, and shows
 * nothing that the email with the link did not show.
 */
export const recoveryPage = (page: FormPage, { view }: Recovery) => {
  const words = pageWordsIn(page.locale)
  const plan = escapeHtml(view.plan?.name ?? '')
  // Before the tax is decided, the quote's amount may differ from the charge, so the page shows no amount.
  const due = view.quote && isDecided(view.quote) ? view.quote.draft.dueNow : undefined
  const email = maskEmail(view.customer?.email ?? null)
  return merchantDocument(
    page,
    `<h1>${words.say('recovery.title', { plan })}</h1>
<p>${words.say('recovery.body', { merchant: escapeHtml(merchantNameOf(page.organization)) })}</p>
<dl>
${detailRow(words.say('recovery.plan'), plan)}
${due === undefined ? '' : detailRow(words.say('recovery.due'), escapeHtml(formatMoney(due, words.lang).formattedAmount))}
${email === null ? '' : detailRow(words.say('recovery.customer'), escapeHtml(email))}
</dl>
<form method="post">${hiddenFields({ token: page.token })}<button>${words.say('recovery.action')}</button></form>`,
  )
}

const isDecided = ({ tax }: SessionQuote): boolean => tax.kind === 'calculated' || tax.kind === 'not_collected'

/** The page for a link that does not exist, and for a link that has ended. It names no merchant and does not reveal which is the case. */
export const endedLinkPage = (locale: string) => {
  const words = pageWordsIn(locale)
  const title = words.say('link.title')
  return hostedDocument({
    words,
    title,
    merchant: null,
    body: `<h1>${title}</h1>\n<p>${words.say('link.body')}</p>`,
  })
}
