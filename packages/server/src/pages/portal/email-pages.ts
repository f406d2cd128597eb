import type { Organization } from '../../organization/organization.ts'
import type { PortalLinkRow } from '../../store/rows.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { hostedDocument, nameOf } from '../hosted/hosted-document.ts'
import { type PageWords, wordsIn } from '../languages/page-words.ts'

/** A page about a change of an account's address. */
export interface EmailPage {
  readonly organization: Organization
  readonly kind: PortalLinkRow['kind']
  readonly locale: string
  readonly publicUrl: string
}

/** The page with the button that makes the change. */
export interface ChangeEmailPage extends EmailPage {
  readonly email: string
  readonly token: string
  /** The change, as `sealChange` wrote it. */
  readonly change: string
}

/** The page of a link that changes an account's address. Only its button makes the change, because mail scanners open every link. */
export const changeEmailPage = (page: ChangeEmailPage) =>
  pageOf(page, (words) => {
    const { kind, email, organization, token, change } = page
    const isUndo = kind === 'old_email'
    const places = { merchant: escapeHtml(nameOf(organization)), email: escapeHtml(email) }
    return `<h1>${words.say(isUndo ? 'undo.title' : 'email.title')}</h1>
<p>${words.say('email.body', places)}</p>
<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}"><input type="hidden" name="change" value="${escapeHtml(change)}"><button>${words.say(isUndo ? 'undo.title' : 'bank.passed')}</button></form>`
  })

/** The page after the change was made. */
export const changedEmailPage = (page: EmailPage) =>
  pageOf(page, (words) => `<h1>${words.say(page.kind === 'old_email' ? 'undo.done' : 'email.done')}</h1>`)

const pageOf = ({ organization, locale, publicUrl }: EmailPage, write: (words: PageWords) => string) => {
  const words = wordsIn(locale)
  return hostedDocument({
    words,
    title: nameOf(organization),
    merchant: { organization, publicUrl },
    body: write(words),
    policy: { 'form-action': "'self'" },
  })
}
