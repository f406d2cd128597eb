import type { EmailKind } from '@billing-checkout/contract'
import type { findStoredEmail, ListedEmail } from '../../../emails/find-stored-emails.ts'
import { escapeHtml } from '../../../presenters/languages/escape-html.ts'
import { htmlHeaders, inlinePolicySource } from '../../html.ts'

/** A page of the list of emails. */
export interface EmailList {
  readonly emails: readonly ListedEmail[]
  /** The address whose emails are listed; empty: all. */
  readonly to: string
  /** Whether the page starts with the newest email. */
  readonly isFirst: boolean
  /** The cursor of the next page, with older emails; null if there is none. */
  readonly older: string | null
}

/** The list of emails, the newest first, with a search by address. */
export const emailListDocument = ({ emails, to, isFirst, older }: EmailList): string =>
  page(
    'Emails',
    `<h1>Emails</h1>
<p class="quiet">The sandbox sends no emails. These are the ones that a live server would send, the newest first.</p>
<form role="search" action="/sandbox/emails">
<label for="to">To the address</label>
<input id="to" name="to" value="${escapeHtml(to)}" maxlength="320" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr">
<button>Show</button>
${to === '' ? '' : '<a href="/sandbox/emails">All addresses</a>'}
</form>
${emails.length === 0 ? '<p>No emails here yet. An organization writes to its customers once its setting <code>emails</code> is <code>send</code>.</p>' : `<ul class="list">\n${emails.map(itemOf).join('\n')}\n</ul>`}
${pagerOf({ to, isFirst, older })}`,
  )

const itemOf = ({ id, kind, to, subject, createdAt }: ListedEmail): string => `<li>
<a href="${addressOf(id)}"><bdi>${escapeHtml(subject)}</bdi></a>
<span class="kind">${nameOf(kind)}</span>
<span class="quiet"><bdi>${escapeHtml(to)}</bdi></span>
${timeOf(createdAt)}
</li>`

const pagerOf = ({ to, isFirst, older }: Pick<EmailList, 'to' | 'isFirst' | 'older'>): string => {
  if (isFirst && older === null) return ''
  const link = (before: string | null, text: string) => {
    const query = new URLSearchParams({ ...(to !== '' && { to }), ...(before !== null && { before }) })
    return `<a href="/sandbox/emails?${escapeHtml(query.toString())}">${text}</a>`
  }
  return `<nav class="pages" aria-label="Pages">${isFirst ? '' : link(null, 'Newest emails')} ${older === null ? '' : link(older, 'Older emails')}</nav>`
}

type FoundEmail = NonNullable<Awaited<ReturnType<typeof findStoredEmail>>>

/** Shows one email: its headers, its HTML in a frame that can run and load nothing, and its plain text with clickable links. */
export const emailDocument = ({ id, kind, to, subject, headers, text }: FoundEmail): string =>
  page(
    subject,
    `<nav class="pages" aria-label="Emails"><a href="/sandbox/emails">All emails</a> <a href="/sandbox/emails?${escapeHtml(new URLSearchParams({ to }).toString())}">Emails to <bdi>${escapeHtml(to)}</bdi></a></nav>
<h1><bdi>${escapeHtml(subject)}</bdi></h1>
<dl>
<div><dt>Kind</dt><dd>${nameOf(kind)}</dd></div>
${inOrder(headers)
  .map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`)
  .join('\n')}
</dl>
<h2>HTML</h2>
<iframe sandbox="" src="${addressOf(id)}/html" title="HTML of the email"></iframe>
<h2 id="text">Text</h2>
<pre dir="auto">${withLinks(text)}</pre>`,
  )

/** Sorts the headers like mail programs, because the database does not keep their order. */
const inOrder = (headers: FoundEmail['headers']): readonly (readonly [name: string, value: string])[] =>
  Object.entries(headers).toSorted(([one], [other]) => placeOf(one) - placeOf(other))

const placeOf = (name: string): number =>
  firstHeaders.includes(name) ? firstHeaders.indexOf(name) : firstHeaders.length

const firstHeaders = ['From', 'To', 'Reply-To', 'Subject', 'Date', 'Message-ID']

/** Makes links in the plain text clickable, because the frame with the HTML cannot open any. */
const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"()]*[^\s<>"().,;:!?])/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('')

const addressOf = (id: string): string => `/sandbox/emails/${encodeURIComponent(id)}`

const nameOf = (kind: EmailKind): string =>
  escapeHtml(kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' '))

const timeOf = (at: string): string =>
  `<time class="quiet" datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 16).replace('T', ' '))} UTC</time>`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const style = `:root { color-scheme: light dark; background: light-dark(#fff, #16181d); color: light-dark(#16181d, #eceef2); font: 1rem/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentcolor 15%, transparent); }
a { color: light-dark(#0b57d0, #a8c7fa); overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid light-dark(#0b57d0, #a8c7fa); outline-offset: 2px; }
body { margin: 0; }
main { max-width: 48rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 2rem 0 0.5rem; }
p { margin: 0 0 1rem; }
.quiet, dt { color: light-dark(#4b5563, #b3bac4); }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin: 1.5rem 0; }
label { flex: 0 0 auto; }
input, button { font: inherit; box-sizing: border-box; min-height: 2.5rem; padding: 0.25rem 0.75rem; border: 1px solid light-dark(#767c87, #8b929e); border-radius: 0.5rem; background: transparent; color: inherit; }
input { flex: 1 1 12rem; min-width: 0; }
button { cursor: pointer; }
.list { list-style: none; margin: 0; padding: 0; border-bottom: 1px solid var(--line); }
.list li { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: 0.625rem 0; border-top: 1px solid var(--line); }
.list a { font-weight: 600; }
.list span { min-width: 0; overflow-wrap: anywhere; }
.kind, time { justify-self: end; text-align: end; font-size: 0.875rem; }
.pages { display: flex; justify-content: space-between; gap: 1rem; margin: 1.5rem 0; }
dl { margin: 1rem 0; }
dl div { display: grid; grid-template-columns: 8rem 1fr; gap: 0 1rem; padding: 0.25rem 0; border-top: 1px solid var(--line); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
iframe { box-sizing: border-box; width: 100%; height: max(24rem, 75vh); border: 1px solid var(--line); border-radius: 0.5rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: 1rem; border-radius: 0.5rem; background: color-mix(in srgb, currentcolor 6%, transparent); font-size: 0.875rem; }
@media (max-width: 34rem) {
.list li, dl div { grid-template-columns: 1fr; }
.kind, time { justify-self: start; text-align: start; }
}`

/** The page for an email that does not exist; it repeats nothing of the request. */
export const noEmailDocument = page(
  'No such email',
  `<h1>No such email</h1>
<p>The sandbox stores no email with this id.</p>
<p><a href="/sandbox/emails">Emails</a></p>`,
)

const headersOf = (policy: Readonly<Record<string, string>>) =>
  htmlHeaders(policy, { 'Cross-Origin-Resource-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' })

/** The headers of the pages around emails: no script, only their own style, and one frame from this server. */
export const emailPageHeaders = headersOf({
  'default-src': "'none'",
  'style-src': inlinePolicySource(style),
  'img-src': 'data:',
  'frame-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
})

/**
 * The headers of an email's own HTML. Even if it is opened directly, it has an opaque origin, runs nothing and loads nothing; only its own
 * styles apply.
 */
export const storedHtmlHeaders = headersOf({
  sandbox: '',
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'frame-ancestors': "'self'",
})
