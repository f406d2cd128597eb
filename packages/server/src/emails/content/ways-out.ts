import type { Timestamp } from '@billing-checkout/domain'
import { formatDate } from '../../presenters/languages/format-date.ts'
import type { EmailWords, Phrase } from '../languages/email-words.ts'
import type { Block, Row } from './email-content.ts'
import type { EmailSubject } from './email-subject.ts'

/** How the customer cancels: the first of the ways that the merchant has set. */
export const howToCancel = (words: EmailWords, { ways, seller }: Pick<EmailSubject, 'ways' | 'seller'>): Block => {
  if (ways.cancelUrl !== null) return paragraph(words.say('cancel.online', {}, ways.cancelUrl))
  if (ways.supportEmail !== null)
    return paragraph(words.say('cancel.email', { email: ways.supportEmail }, `mailto:${ways.supportEmail}`))
  return paragraph(words.say('cancel.merchant', { merchant: seller.name }))
}

/** How the customer cancels, for an email that is sent whether or not the subscription continues; empty if it does not. */
export const cancelRunning = (words: EmailWords, subject: EmailSubject): readonly Block[] => {
  const status = subject.subscription?.status ?? 'cancelled'
  return status === 'cancelled' || status === 'scheduled_for_cancellation' ? [] : [howToCancel(words, subject)]
}

/** How the customer cancels and withdraws, for an email about something that continues. */
export const waysOut = (words: EmailWords, subject: EmailSubject): readonly Block[] => [
  ...(subject.subscription === null ? [] : [howToCancel(words, subject)]),
  ...howToWithdraw(words, subject),
]

/** How the customer withdraws from the contract, if their country's law gives them that right. */
const howToWithdraw = (words: EmailWords, { ways }: Pick<EmailSubject, 'ways'>): readonly Block[] =>
  ways.withdrawalUrl === null ? [] : [paragraph(words.say('withdrawal.notice', {}, ways.withdrawalUrl))]

/** Links to the merchant's terms and privacy notice. */
export const termsLinks = (words: EmailWords, { ways }: Pick<EmailSubject, 'ways'>): readonly Block[] => {
  const links = [
    ...(ways.termsUrl === null ? [] : [{ label: words.write('terms'), url: ways.termsUrl }]),
    ...(ways.privacyUrl === null ? [] : [{ label: words.write('privacy'), url: ways.privacyUrl }]),
  ]
  return links.length === 0 ? [] : [{ kind: 'links', links }]
}

/** A link to the customer's account, in an email about something that they see there. */
const accountLink = (words: EmailWords, { ways, subscription, payment }: EmailSubject): readonly Block[] =>
  ways.accountUrl === null || (subscription === null && payment === null)
    ? []
    : [{ kind: 'links', links: [{ label: words.write('account.action'), url: ways.accountUrl }] }]

/** Why the customer receives the email, who sends it, and whom they can contact. */
export const footerOf = (words: EmailWords, subject: EmailSubject): readonly Block[] => {
  const { seller, ways, isSandbox, declaration } = subject
  return [
    ...accountLink(words, subject),
    ...(isSandbox ? [paragraph(words.say('footer.test'))] : []),
    // The sender of a declaration may be a person without a contract.
    ...(declaration === null ? [paragraph(words.say('footer.reason', { merchant: seller.name }))] : []),
    ...(ways.supportEmail === null ? [] : [paragraph(words.say('footer.questions', { email: ways.supportEmail }))]),
    ...(seller.legalName === null && seller.legalAddress === null
      ? []
      : [paragraph([{ kind: 'place', text: [seller.legalName, seller.legalAddress].filter(Boolean).join('\n') }])]),
  ]
}

/** A sentence as a block. */
export const paragraph = (phrase: Extract<Block, { kind: 'paragraph' }>['phrase']): Block => ({
  kind: 'paragraph',
  phrase,
})

/** Rows of labels and values. */
export const details = (rows: readonly Row[]): readonly Block[] =>
  rows.length === 0 ? [] : [{ kind: 'details', rows }]

/** When a cancelled subscription ends, and how often it renews before that. */
export const runsUntil = (words: EmailWords, at: Timestamp, renewals: number): Phrase => {
  const date = formatDate(at, words.lang)
  return renewals === 0
    ? words.say('cancellation.until', { date })
    : words.say('cancellation.later', { date, count: new Intl.NumberFormat(words.lang).format(renewals) })
}
