import { formatDate } from '../../presenters/languages/format-date.ts'
import type { EmailMessageKey } from '../languages/email-messages.ts'
import type { EmailWords, Places } from '../languages/email-words.ts'
import { moneyIn } from './charge-blocks.ts'
import type { EmailSubject } from './email-subject.ts'

/** The message that is an email's subject and heading. */
export const titleOf = ({ kind, declaration, facts }: EmailSubject): EmailMessageKey => {
  if (facts.dropped !== undefined) return 'change_dropped.subject'
  return kind === 'cancellation' && declaration !== null ? 'cancellation.declared' : `${kind}.subject`
}

/** What the messages of a kind may name. */
export const placesOf = (words: EmailWords, { seller, plan, facts, at, customerEmail }: EmailSubject): Places => {
  const date = facts.charged_at ?? facts.ends_at ?? at
  const { price_before: before, currency } = facts
  const amount = facts.price_after ?? facts.amount
  return {
    merchant: seller.name,
    plan,
    email: customerEmail,
    date: formatDate(date, words.lang),
    before: facts.plan_before ?? '',
    after: facts.plan_after ?? plan,
    last4: facts.last4 ?? '',
    expiry: facts.expires?.split('-').toReversed().join('/') ?? '',
    ...(amount !== undefined && currency !== undefined && { amount: moneyIn(words, amount, currency) }),
    ...(before !== undefined && currency !== undefined && { before: moneyIn(words, before, currency) }),
  }
}
