import type { Organization } from '../../organization/organization.ts'
import type { SignInLink } from '../../billing/portal/sign-in.ts'
import { formatDate } from '../../presenters/languages/format-date.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { wordsIn } from '../languages/page-words.ts'
import { hostedDocument, nameOf } from '../hosted/hosted-document.ts'
import { browserField } from './portal-cookie.ts'

interface SignInPage {
  readonly organization: Organization
  readonly locale: string
  readonly publicUrl: string
}

interface SignInForm extends SignInPage {
  readonly token: string
  /** True if this browser had a session, which has ended. */
  readonly isSignedOut: boolean
  /** The submitted text if it is not an e-mail address; null before the form was submitted. */
  readonly refused: string | null
}

/** The form in which a customer enters the address of their account. It works without a script. */
export const signInForm = ({ organization, locale, publicUrl, token, isSignedOut, refused }: SignInForm) => {
  const words = wordsIn(locale)
  const title = words.say(isSignedOut ? 'portal.ended' : 'signin.title')
  const action = `/portal/sign-in?organization=${encodeURIComponent(organization.id)}`
  return hostedDocument({
    words,
    title: nameOf(organization),
    merchant: { organization, publicUrl },
    body: `<h1>${title}</h1>
<p>${words.say('signin.body')}</p>
<form method="post" action="${escapeHtml(action)}" novalidate><input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="email">${words.say('recovery.customer')}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" dir="ltr" required${
      refused === null ? '' : ` value="${escapeHtml(refused)}" aria-invalid="true" aria-describedby="fault" autofocus`
    }>
${refused === null ? '' : `<p id="fault">${words.say('buy.email')}</p>\n`}<button>${words.say('signin.action')}</button></form>`,
    policy: { 'form-action': "'self'" },
  })
}

/** The page that answers the form, the same for every address. */
export const signInSentPage = ({ organization, locale, publicUrl, email }: SignInPage & { readonly email: string }) => {
  const words = wordsIn(locale)
  return hostedDocument({
    words,
    title: nameOf(organization),
    merchant: { organization, publicUrl },
    body: `<h1>${words.say('signin.title')}</h1>
<p>${words.say('signin.sent', { email: escapeHtml(email) })}</p>`,
  })
}

/** The page of a sign-in link. Only its button opens the session, because mail scanners open every link. */
export const signInLinkPage = ({
  organization,
  locale,
  publicUrl,
  token,
  accounts,
}: SignInPage & Pick<SignInLink, 'accounts'> & { readonly token: string }) => {
  const words = wordsIn(locale)
  const hidden = `<input type="hidden" name="token" value="${escapeHtml(token)}">${browserField()}`
  const labelOf = ({ fullName, email, planNames, createdAt }: SignInLink['accounts'][number]) =>
    [fullName ?? email ?? '', ...planNames, formatDate(createdAt, words.lang)]
      .map((part) => `<bdi>${escapeHtml(part)}</bdi>`)
      .join(' · ')
  const buttons = accounts.map(
    (account) => `<p><button name="account" value="${escapeHtml(account.id)}">${labelOf(account)}</button></p>`,
  )
  return hostedDocument({
    words,
    title: nameOf(organization),
    merchant: { organization, publicUrl },
    body:
      accounts.length === 1
        ? `<h1>${words.say('portal.title')}</h1>
<form method="post">${hidden}<button>${words.say('signin.title')}</button></form>`
        : `<h1>${words.say('signin.choose')}</h1>
<form method="post">${hidden}
${buttons.join('\n')}
</form>`,
    policy: { 'form-action': "'self'" },
  })
}

/** The page after a session has ended, if its organization is unknown. */
export const signedOutPage = (locale: string) => {
  const words = wordsIn(locale)
  const title = words.say('portal.ended')
  return hostedDocument({ words, title, merchant: null, body: `<h1>${title}</h1>` })
}
