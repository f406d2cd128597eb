import type { Timestamp } from '@billing-checkout/domain'
import { formatDate } from '../../presenters/languages/format-date.ts'
import type { EmailMessageKey } from '../languages/email-messages.ts'
import type { EmailWords } from '../languages/email-words.ts'
import type { Row } from './email-content.ts'

/** The text that a consumer typed to cancel or withdraw. */
export interface DeclarationText {
  readonly fullName: string | null
  readonly contract: string | null
  readonly requestedEndAt: Timestamp | null
  readonly forCause: boolean
  readonly reason: string | null
}

/** The typed text as rows, without empty fields. */
export const declarationRows = (words: EmailWords, declared: DeclarationText): readonly Row[] => {
  const { fullName, contract, requestedEndAt, forCause, reason } = declared
  const row = (key: EmailMessageKey, value: string | null) =>
    value === null ? [] : [{ label: words.write(key), value }]
  return [
    ...row('label.name', fullName),
    ...row('label.contract', contract),
    ...row('label.end', requestedEndAt && formatDate(requestedEndAt, words.lang)),
    ...row('label.cause', forCause ? '✓' : null),
    ...row('label.reason', reason),
  ]
}
