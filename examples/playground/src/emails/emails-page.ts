import { sampleEmails, writeEmail } from '@billing-checkout/server/testing'
import { choices, languageName, radios, select } from '../knobs.ts'
import { type Page, policyOf } from '../pages.ts'

/** One view of the email gallery; every member is in the query of its address. */
interface EmailView {
  /** The kind of email and the variant of the sample, such as `receipt/one-off`. */
  readonly email: string
  readonly locale: string
  readonly scheme: 'light' | 'dark'
  readonly width: 'phone' | 'desktop'
}

const samples: ReadonlyMap<string, (typeof sampleEmails)[keyof typeof sampleEmails][string]> = new Map(
  Object.entries(sampleEmails).flatMap(([kind, variants]) =>
    Object.entries(variants).map(([variant, sample]) => [`${kind}/${variant}`, sample] as const),
  ),
)
const first = 'order_confirmation/monthly, tax on top'

const viewOf = (query: URLSearchParams, locales: readonly string[]): EmailView => {
  const email = query.get('email') ?? ''
  const locale = query.get('locale') ?? ''
  return {
    email: samples.has(email) ? email : first,
    locale: locales.includes(locale) ? locale : 'en',
    scheme: query.get('scheme') === 'dark' ? 'dark' : 'light',
    width: query.get('width') === 'desktop' ? 'desktop' : 'phone',
  }
}

const written = ({ email, locale }: EmailView) => writeEmail(samples.get(email)!, locale)

/** The email gallery: the choices, the email as a mail program shows it, and its plain text. */
export const emailsPage = (query: URLSearchParams, locales: readonly string[]): Page => {
  const view = viewOf(query, locales)
  const { subject, text, lang, dir } = written(view)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Emails – billing-checkout playground</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/playground.css">
<script type="module" src="/assets/emails.js"></script>
</head>
<body>
<form action="/emails" class="choices" aria-label="What to show">
<header><h1>Emails</h1>
<p>Every kind, in every language. The address of this page is the view: share it. <a href="/">The element</a></p></header>
<div class="knobs">
${select('locale', 'Language', locales, view.locale, languageName)}
${radios('scheme', 'Colours', ['light', 'dark'], view.scheme)}
${radios('width', 'Width', ['phone', 'desktop'], view.width)}
</div>
<div class="states">
${Object.entries(sampleEmails)
  .map(([kind, variants]) => choices('email', kind.replaceAll('_', ' '), optionsOf(kind, variants), view.email))
  .join('\n')}
</div>
<noscript><button>Show</button></noscript>
</form>
<main class="shown" aria-label="The email">
<div class="bar"><a href="/email?${addressOf(view)}">Open alone</a><output lang="${lang}" dir="auto">${escaped(subject)}</output></div>
<div class="ground"><iframe class="${view.width}" sandbox title="The email" src="/email?${addressOf(view)}"></iframe>
<pre class="${view.width}" lang="${lang}" dir="${dir}" tabindex="0" role="region" aria-label="Plain text">${escaped(text)}</pre></div>
</main>
</body>
</html>`
  return {
    html,
    policy: policyOf({
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': 'data:',
      'frame-src': "'self'",
      'form-action': "'self'",
    }),
  }
}

/** The HTML of an email, as a mail program with this color scheme shows it. */
export const emailDocument = (query: URLSearchParams, locales: readonly string[]): Page => {
  const view = viewOf(query, locales)
  const media = view.scheme === 'dark' ? '@media all' : '@media not all'
  const html = written(view)
    .html.replace('@media (prefers-color-scheme:dark)', media)
    .replace('color-scheme:light dark', `color-scheme:${view.scheme}`)
  return { html, policy: policyOf({ 'style-src': "'unsafe-inline'", 'frame-ancestors': "'self'", sandbox: '' }) }
}

const optionsOf = (kind: string, variants: object): readonly (readonly [string, string])[] =>
  Object.keys(variants).map((variant) => [`${kind}/${variant}`, variant] as const)

const addressOf = (view: EmailView): string => escaped(new URLSearchParams(Object.entries(view)).toString())

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
