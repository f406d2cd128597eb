import type { Kept } from '../../billing/declarations/keep-subscription.ts'
import { runsUntil } from '../../emails/content/ways-out.ts'
import { type EmailWords, emailWordsIn } from '../../emails/languages/email-words.ts'
import { writePhrase } from '../../emails/render/render-html.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { formatDate } from '../../presenters/languages/format-date.ts'
import { factRow, hostedDocument, nameOf } from './hosted-document.ts'

/**
 * The page of a link that undoes a cancellation: when the subscription ends, and a button that keeps it. Afterwards it shows the next
 * charge. It uses the wording of the email that contained the link.
 */
export const keepPage = (
  { organization, subscription, end }: Kept,
  { locale, token, publicUrl }: { readonly locale: string; readonly token: string; readonly publicUrl: string },
) => {
  const words = emailWordsIn(locale)
  return hostedDocument({
    words,
    title: nameOf(organization),
    merchant: { organization, publicUrl },
    body: `<h1><bdi>${escapeHtml(subscription.plan.name)}</bdi></h1>
${end ? keepForm(words, end, token) : nextCharge(words, subscription)}`,
    policy: { 'form-action': "'self'" },
  })
}

const keepForm = (words: EmailWords, end: NonNullable<Kept['end']>, token: string): string => {
  return `<p>${writePhrase(runsUntil(words, end.at, end.renewals))}</p>
<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}"><button>${escapeHtml(words.write('cancellation.action'))}</button></form>`
}

const nextCharge = (words: EmailWords, { next_billing_date: next }: Kept['subscription']): string =>
  next === null
    ? ''
    : `<dl>${factRow(escapeHtml(words.write('label.next')), escapeHtml(formatDate(next, words.lang)))}</dl>`
