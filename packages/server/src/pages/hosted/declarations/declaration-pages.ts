import type { DeclarationKind } from '@billing-checkout/contract'
import { prescribedWordsIn, type Timestamp } from '@billing-checkout/domain'
import type { ReadableDeclaration } from '../../../billing/declarations/receive-declaration.ts'
import { declarationRows } from '../../../emails/content/declaration-rows.ts'
import { type EmailWords, emailWordsIn } from '../../../emails/languages/email-words.ts'
import { escapeHtml } from '../../../presenters/languages/escape-html.ts'
import { formatMoment } from '../../../presenters/languages/format-date.ts'
import { type PageWords, pageWordsIn } from '../../languages/page-words.ts'
import { detailRow, merchantNameOf, type FormPage, hiddenFields, merchantDocument } from '../hosted-document.ts'
import type { DeclaredField, DeclaredForm } from './declared-form.ts'

/** The parts from which every page of a declaration is built. */
export interface DeclarationPage extends FormPage {
  readonly kind: DeclarationKind
  /** The wall-clock time of the request, because wording that a law prescribes applies from a certain day. */
  readonly at: Timestamp
  readonly sent: DeclaredForm
}

/** The first step: the form for the consumer, the contract and the reason. */
export const declarationForm = (page: DeclarationPage) => {
  const { kind, sent } = page
  const { say, mail, title } = wordsOf(page)
  const optional = (label: string) => say('declare.optional', { label: escapeHtml(label) })
  const field = (name: DeclaredField, label: string, attributes: string) => {
    const isWrong = sent.faults.has(name)
    const value = escapeHtml(sent.typed[name] ?? '')
    const wrong = isWrong ? ` aria-invalid="true" aria-describedby="${name}-fault"` : ''
    const input =
      name === 'reason'
        ? `<textarea id="${name}" name="${name}" ${attributes}${wrong}>\n${value}</textarea>`
        : `<input id="${name}" name="${name}" value="${value}" ${attributes}${wrong}>`
    const fault = name === 'email' ? say('buy.email') : say('declare.invalid')
    return `<label for="${name}">${label}</label>\n${input}${isWrong ? `\n<p class="fault" id="${name}-fault">${fault}</p>` : ''}`
  }
  const ofCancellation = [
    field('requested_end_at', optional(mail.write('label.end')), 'type="date"'),
    `<p class="check"><input id="for_cause" name="for_cause" type="checkbox"${sent.typed.for_cause ? ' checked' : ''}><label for="for_cause">${escapeHtml(mail.write('label.cause'))}</label></p>`,
  ]
  return merchantDocument(
    page,
    `<h1>${title}</h1>
<p>${say('declare.body')}</p>
<form method="post" novalidate>${hiddenFields({ token: page.token, form: sent.form, step: 'review' })}
${[
  field('email', say('recovery.customer'), 'type="email" autocomplete="email" maxlength="254" dir="ltr" required'),
  field('full_name', optional(mail.write('label.name')), 'autocomplete="name" maxlength="200"'),
  field('contract', optional(mail.write('label.contract')), 'maxlength="255"'),
  ...(kind === 'cancel' ? ofCancellation : []),
  field('reason', optional(mail.write('label.reason')), 'maxlength="5000"'),
].join('\n')}
<button>${say('declare.next')}</button></form>`,
  )
}

/** The second step: the typed text, and the button that submits the declaration. */
export const reviewPage = (page: DeclarationPage, declared: TypedDeclaration) => {
  const { confirm, title } = wordsOf(page)
  const { sent, token } = page
  return merchantDocument(
    page,
    `<h1>${title}</h1>
${factsOf(page, declared)}
<form method="post">${hiddenFields({ ...sent.typed, token, form: sent.form, step: 'confirm' })}<button>${confirm}</button></form>`,
  )
}

/** The declaration and the time of its receipt, with a copy to download. */
export const receivedPage = (page: DeclarationPage, declared: ReadableDeclaration) => {
  const { say, lang, mail } = wordsOf(page)
  const { sent, token, kind, organization } = page
  const isSent = declared.isAcknowledged && (organization.settings.emails ?? 'off') !== 'off'
  return merchantDocument(
    page,
    `<h1>${escapeHtml(mail.write(titles[kind]))}</h1>
<p role="status">${escapeHtml(mail.write(receipts[kind], { date: formatMoment(declared.receivedAt, lang) }))}</p>
${isSent ? `<p>${say('declare.sent', { email: escapeHtml(declared.email) })}</p>` : ''}
${factsOf(page, declared)}
<form method="post">${hiddenFields({ ...sent.typed, token, form: sent.form, step: 'download' })}<button>${say('declare.download')}</button></form>`,
  )
}

/** The copy to download, as plain text. */
export const receiptText = ({ organization, kind, locale }: DeclarationPage, declared: ReadableDeclaration): string => {
  const mail = emailWordsIn(locale)
  return [
    merchantNameOf(organization),
    mail.write(titles[kind]),
    mail.write(receipts[kind], { date: formatMoment(declared.receivedAt, mail.lang) }),
    declared.email,
    ...declarationRows(mail, declared).map(({ label, value }) => `${label}: ${value}`),
    declared.id,
    '',
  ].join('\r\n')
}

/** The text that a consumer typed, before or after the declaration was submitted. */
export type TypedDeclaration = Pick<
  ReadableDeclaration,
  'email' | 'fullName' | 'contract' | 'requestedEndAt' | 'forCause' | 'reason'
>

const titles = { cancel: 'cancellation.declared', withdraw: 'withdrawal.subject' } as const
const receipts = { cancel: 'cancellation.received', withdraw: 'withdrawal.received' } as const

const buttons = {
  cancel: { open: 'cancel.open', confirm: 'cancel.confirm' },
  withdraw: { open: 'withdraw.open', confirm: 'withdraw.confirm' },
} as const

interface DeclarationWords extends PageWords {
  readonly mail: EmailWords
  /** The heading, as HTML: the label that a law prescribes in this language for the link to the form; without such a law, our own words. */
  readonly title: string
  /** The label of the button that submits the declaration, chosen in the same way. */
  readonly confirm: string
}

const wordsOf = ({ kind, locale, at }: DeclarationPage): DeclarationWords => {
  const words = pageWordsIn(locale)
  const prescribed = prescribedWordsIn(kind, words.lang, at.slice(0, 'YYYY-MM-DD'.length))
  return {
    ...words,
    mail: emailWordsIn(locale),
    title: prescribed ? escapeHtml(prescribed.open) : words.say(buttons[kind].open),
    confirm: prescribed ? escapeHtml(prescribed.confirm) : words.say(buttons[kind].confirm),
  }
}

const factsOf = (page: DeclarationPage, declared: TypedDeclaration): string => {
  const { say, mail } = wordsOf(page)
  const rows = declarationRows(mail, declared).map(({ label, value }) =>
    detailRow(escapeHtml(label), escapeHtml(value)),
  )
  return `<dl>\n${[detailRow(say('recovery.customer'), escapeHtml(declared.email)), ...rows].join('\n')}\n</dl>`
}
