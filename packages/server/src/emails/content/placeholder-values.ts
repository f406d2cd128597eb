import { formatDate } from '../../presenters/languages/format-date.ts'
import type { EmailMessageKey } from '../languages/email-messages.ts'
import type { EmailWords, PlaceholderValues } from '../languages/email-words.ts'
import { formatEmailMoney } from './charge-blocks.ts'
import type { EmailInput } from './email-input.ts'

/** The message key of an email's subject and heading. */
export const subjectKeyOf = ({ kind, declaration, facts }: EmailInput): EmailMessageKey => {
  if (facts.dropped !== undefined) return 'change_dropped.subject'
  // It is not known yet which contract the declaration is about, so this title names no plan.
  if (kind === 'cancellation' && declaration !== null) return 'cancellation.declared'
  return isChangeOfAddress({ kind, facts }) ? 'email_change.subject' : `${kind}.subject`
}

/** Whether an email of the kind `sign_in` asks to confirm a new address instead of signing in. */
export const isChangeOfAddress = ({ kind, facts }: Pick<EmailInput, 'kind' | 'facts'>): boolean =>
  kind === 'sign_in' && facts.portal_session_id !== undefined

/** The values that fill the placeholders of an email's messages. */
export const placeholderValuesOf = (
  words: EmailWords,
  { seller, plan, facts, at, customerEmail }: EmailInput,
): PlaceholderValues => {
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
    ...(amount !== undefined && currency !== undefined && { amount: formatEmailMoney(words, amount, currency) }),
    ...(before !== undefined && currency !== undefined && { before: formatEmailMoney(words, before, currency) }),
  }
}
