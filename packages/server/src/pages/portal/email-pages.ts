import type { OpenedLink } from '../../billing/links/portal-links.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { hostedDocument, nameOf } from '../hosted/hosted-document.ts'
import { type PageWords, wordsIn } from '../languages/page-words.ts'

/** A page about a change of an account's address. */
export interface EmailPage extends OpenedLink {
  readonly locale: string
  readonly publicUrl: string
}

/** The page of a link that changes an account's address. Only its button makes the change, because mail scanners open every link. */
export const changeEmailPage = (page: EmailPage & { readonly token: string }) =>
  pageOf(page, (words) => {
    const { link, organization, token } = page
    const isUndo = link.kind === 'old_email'
    const places = { merchant: escapeHtml(nameOf(organization)), email: escapeHtml(link.email) }
    return `<h1>${words.say(isUndo ? 'undo.title' : 'email.title')}</h1>
<p>${words.say('email.body', places)}</p>
<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}"><button>${words.say(isUndo ? 'undo.title' : 'bank.passed')}</button></form>`
  })

/** The page after that button. */
export const changedEmailPage = (page: EmailPage) =>
  pageOf(page, (words) => `<h1>${words.say(page.link.kind === 'old_email' ? 'undo.done' : 'email.done')}</h1>`)

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
