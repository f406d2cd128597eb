import type { Timestamp } from '@billing-checkout/domain'
import { formatDate } from '../../presenters/languages/format-date.ts'
import type { EmailWords, Phrase } from '../languages/email-words.ts'
import { type Block, paragraph } from './email-content.ts'
import type { EmailInput } from './email-input.ts'

/** How the customer cancels: on a page; without a page, by email; without a support address, by asking the merchant. */
export const howToCancel = (words: EmailWords, { links, seller }: Pick<EmailInput, 'links' | 'seller'>): Block => {
  if (links.cancelUrl !== null) return paragraph(words.say('cancel.online', {}, links.cancelUrl))
  if (links.supportEmail !== null)
    return paragraph(words.say('cancel.email', { email: links.supportEmail }, `mailto:${links.supportEmail}`))
  return paragraph(words.say('cancel.merchant', { merchant: seller.name }))
}

/** How the customer cancels; empty if there is no subscription, or if it does not renew. */
export const howToCancelIfRunning = (words: EmailWords, input: EmailInput): readonly Block[] => {
  const status = input.subscription?.status ?? 'cancelled'
  return status === 'cancelled' || status === 'scheduled_for_cancellation' ? [] : [howToCancel(words, input)]
}

/** How the customer cancels the subscription, if there is one, and withdraws from the contract. */
export const howToCancelOrWithdraw = (words: EmailWords, input: EmailInput): readonly Block[] => [
  ...(input.subscription === null ? [] : [howToCancel(words, input)]),
  ...howToWithdraw(words, input),
]

/** How the customer withdraws from the contract, if their country's law gives them that right. */
const howToWithdraw = (words: EmailWords, { links }: Pick<EmailInput, 'links'>): readonly Block[] =>
  links.withdrawalUrl === null ? [] : [paragraph(words.say('withdrawal.notice', {}, links.withdrawalUrl))]

/** Links to the merchant's terms and privacy notice. */
export const termsLinks = (words: EmailWords, { links }: Pick<EmailInput, 'links'>): readonly Block[] => {
  const pages = [
    ...(links.termsUrl === null ? [] : [{ label: words.write('terms'), url: links.termsUrl }]),
    ...(links.privacyUrl === null ? [] : [{ label: words.write('privacy'), url: links.privacyUrl }]),
  ]
  return pages.length === 0 ? [] : [{ kind: 'links', links: pages }]
}

/** A link to the customer's account, in an email about a subscription or a payment. */
const accountLink = (words: EmailWords, { links, subscription, payment }: EmailInput): readonly Block[] =>
  links.accountUrl === null || (subscription === null && payment === null)
    ? []
    : [{ kind: 'links', links: [{ label: words.write('account.action'), url: links.accountUrl }] }]

/** Why the customer receives the email, who sends it, and whom they can contact. */
export const footerBlocks = (words: EmailWords, input: EmailInput): readonly Block[] => {
  const { seller, links, isSandbox, declaration } = input
  return [
    ...accountLink(words, input),
    ...(isSandbox ? [paragraph(words.say('footer.test'))] : []),
    // Not for declarations: the sentence says that the recipient has a contract with the merchant, which the sender of a declaration may
    // not have.
    ...(declaration === null ? [paragraph(words.say('footer.reason', { merchant: seller.name }))] : []),
    ...(links.supportEmail === null ? [] : [paragraph(words.say('footer.questions', { email: links.supportEmail }))]),
    ...(seller.legalName === null && seller.legalAddress === null
      ? []
      : [paragraph([{ kind: 'place', text: [seller.legalName, seller.legalAddress].filter(Boolean).join('\n') }])]),
  ]
}

/** When a cancelled subscription ends, and how often it renews before that. */
export const subscriptionEndPhrase = (words: EmailWords, at: Timestamp, renewals: number): Phrase => {
  const date = formatDate(at, words.lang)
  return renewals === 0
    ? words.say('cancellation.until', { date })
    : words.say('cancellation.later', { date, count: new Intl.NumberFormat(words.lang).format(renewals) })
}
