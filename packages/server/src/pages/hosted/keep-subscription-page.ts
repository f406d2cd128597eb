import { subscriptionEndPhrase } from '../../emails/content/closing-blocks.ts'
import { emailWordsIn } from '../../emails/languages/email-words.ts'
import { writePhrase } from '../../emails/render/render-html.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { formatDate } from '../../presenters/languages/format-date.ts'
import { pageWordsIn } from '../languages/page-words.ts'
import { detailRow, type FormPage, hiddenFields, merchantDocument } from './hosted-document.ts'
import type { SubscriptionOfLink } from '../../billing/declarations/keep-subscription.ts'

/**
 * The page of a link that takes a cancellation back. It states until when the subscription runs, and has a button that keeps the
 * subscription. If the subscription is kept already, or this link cannot keep it, the page says so and links to the account. The page uses
 * the words of the email with the link. `accountUrl` is the page on which customers sign in to their account; null: there is none.
 */
export const keepSubscriptionPage = (page: FormPage, kept: SubscriptionOfLink, accountUrl: string | null) => {
  const words = emailWordsIn(page.locale)
  const form = `<form method="post">${hiddenFields({ token: page.token })}<button>${escapeHtml(words.write('cancellation.action'))}</button></form>`
  const account =
    accountUrl === null
      ? ''
      : `<nav><a href="${escapeHtml(accountUrl)}">${escapeHtml(words.write('account.action'))}</a></nav>`
  const body = `<h1><bdi>${escapeHtml(kept.subscription.plan.name)}</bdi></h1>
${stateOf(kept, page.locale)}
${kept.canKeep ? form : account}`
  return merchantDocument(page, body, { words })
}

/** The subscription's state: until when it runs, when it ended, or that it continues and when it is charged next. */
const stateOf = ({ subscription, end, endedAt }: SubscriptionOfLink, locale: string): string => {
  const words = emailWordsIn(locale)
  if (endedAt !== null)
    return `<p>${writePhrase(words.say('cancellation.ended', { date: formatDate(endedAt, words.lang) }))}</p>`
  if (end !== null) return `<p>${writePhrase(subscriptionEndPhrase(words, end.at, end.renewals))}</p>`
  const { status, next_billing_date: next } = subscription
  return [
    status === 'past_due' ? '' : `<p role="status">${pageWordsIn(locale).say('keep.done')}</p>`,
    next === null
      ? ''
      : `<dl>${detailRow(escapeHtml(words.write('label.next')), escapeHtml(formatDate(next, words.lang)))}</dl>`,
  ].join('\n')
}
