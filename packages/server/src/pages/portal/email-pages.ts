import type { PortalLinkRow } from '../../store/rows.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { type FormPage, hiddenFields, merchantDocument, merchantNameOf } from '../hosted/hosted-document.ts'
import { pageWordsIn } from '../languages/page-words.ts'

/**
 * The page of a link that changes an account's address. Only its button makes the change, because mail scanners open every link. `change`
 * is the sealed text of the change (`sealEmailChange`).
 */
export const changeEmailPage = (
  page: FormPage,
  { kind, email }: Pick<PortalLinkRow, 'kind' | 'email'>,
  change: string,
) => {
  const words = pageWordsIn(page.locale)
  const isUndo = kind === 'old_email'
  const places = { merchant: escapeHtml(merchantNameOf(page.organization)), email: escapeHtml(email) }
  return merchantDocument(
    page,
    `<h1>${words.say(isUndo ? 'undo.title' : 'email.title')}</h1>
<p>${words.say('email.body', places)}</p>
<form method="post">${hiddenFields({ token: page.token, change })}<button>${words.say(isUndo ? 'undo.title' : 'bank.passed')}</button></form>`,
  )
}

/** The page after the change was made. */
export const changedEmailPage = (page: FormPage, kind: PortalLinkRow['kind']) =>
  merchantDocument(page, `<h1>${pageWordsIn(page.locale).say(kind === 'old_email' ? 'undo.done' : 'email.done')}</h1>`)
