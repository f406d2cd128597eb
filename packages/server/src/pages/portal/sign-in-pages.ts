import type { SignInLink } from '../../billing/portal/sign-in.ts'
import { formatDate } from '../../presenters/languages/format-date.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { pageWordsIn } from '../languages/page-words.ts'
import {
  emailField,
  type FormPage,
  hiddenFields,
  hostedDocument,
  merchantDocument,
  type MerchantPage,
} from '../hosted/hosted-document.ts'
import { browserField } from './portal-cookie.ts'

interface SignInForm extends FormPage {
  /** True if this browser had a session, which has ended. */
  readonly isSignedOut: boolean
  /** The submitted text if it is not an e-mail address; null before the form was submitted. */
  readonly refused: string | null
}

/** The form in which a customer enters the address of their account. It works without a script. */
export const signInForm = (page: SignInForm) => {
  const words = pageWordsIn(page.locale)
  const action = `/portal/sign-in?organization=${encodeURIComponent(page.organization.id)}`
  return merchantDocument(
    page,
    `<h1>${words.say(page.isSignedOut ? 'portal.ended' : 'signin.title')}</h1>
<p>${words.say('signin.body')}</p>
<form method="post" action="${escapeHtml(action)}" novalidate>${hiddenFields({ token: page.token })}
${emailField(words, page.refused)}<button>${words.say('signin.action')}</button></form>`,
  )
}

/** The page after the form was submitted. It is the same for every address. */
export const signInSentPage = (page: MerchantPage, email: string) => {
  const { say } = pageWordsIn(page.locale)
  const body = `<h1>${say('signin.title')}</h1>\n<p>${say('signin.sent', { email: escapeHtml(email) })}</p>`
  return merchantDocument(page, body, { policy: {} })
}

/** The page of a sign-in link. Only its button opens the session, because mail scanners open every link. */
export const signInLinkPage = (page: FormPage, accounts: SignInLink['accounts']) => {
  const { say, lang } = pageWordsIn(page.locale)
  const hidden = `${hiddenFields({ token: page.token })}${browserField()}`
  const labelOf = ({ fullName, email, planNames, createdAt }: SignInLink['accounts'][number]) =>
    [fullName ?? email ?? '', ...planNames, formatDate(createdAt, lang)]
      .map((part) => `<bdi>${escapeHtml(part)}</bdi>`)
      .join(' · ')
  const buttons = accounts.map(
    (account) => `<p><button name="account" value="${escapeHtml(account.id)}">${labelOf(account)}</button></p>`,
  )
  return merchantDocument(
    page,
    accounts.length === 1
      ? `<h1>${say('portal.title')}</h1>
<form method="post">${hidden}<button>${say('signin.title')}</button></form>`
      : `<h1>${say('signin.choose')}</h1>
<form method="post">${hidden}
${buttons.join('\n')}
</form>`,
  )
}

/** The page after a session has ended, if its organization is unknown. */
export const signedOutPage = (locale: string) => {
  const words = pageWordsIn(locale)
  const title = words.say('portal.ended')
  return hostedDocument({ words, title, merchant: null, body: `<h1>${title}</h1>` })
}
