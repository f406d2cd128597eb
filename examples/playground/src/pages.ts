import { randomBytes } from 'node:crypto'
import { frameConfigOf } from './fake-service.ts'
import { choices, languageName, radios, select } from './knobs.ts'
import { stateGroups, states } from './states.ts'
import { themes, type View } from './view.ts'

/** A document and its Content-Security-Policy. */
export interface Page {
  readonly html: string
  readonly policy: string
}

/** The files of the element's build that the pages name. */
export interface Build {
  readonly script: string
  readonly integrity: string
  readonly card_frame: { readonly js: string }
}

/** A Content-Security-Policy that allows only what the rules state. */
export const policyOf = (rules: Readonly<Record<string, string>>): string =>
  Object.entries({ 'default-src': "'none'", 'base-uri': "'none'", ...rules })
    .map((rule) => rule.join(' '))
    .join('; ')

/**
 * A merchant's page with only the element, in one state; the playground shows it in a frame, and the screenshots show
 * it. Its Content-Security-Policy is as strict as a merchant's can be.
 */
export const stagePage = (view: View, build: Build): Page => {
  const { title = '', act = '', shows = 'ready' } = states[view.state] ?? {}
  const nonce = randomBytes(16).toString('base64')
  const dir = view.dir === 'auto' ? (/^(ar|fa|he|iw|ur)\b/.test(view.locale) ? 'rtl' : 'ltr') : view.dir
  const preset = view.theme === 'default' ? '' : `<link rel="stylesheet" href="/dist/presets/${view.theme}.css">`
  const html = `<!doctype html>
<html lang="${view.locale}" dir="${dir}" data-scheme="${view.scheme}" data-theme="${view.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/stage.css">
${preset}
<style nonce="${nonce}">${view.width === 0 ? '' : `main { inline-size: ${view.width}px; padding-inline: 0 }`}</style>
<script type="module" src="/assets/stage.js" nonce="${nonce}"></script>
<script type="module" src="/dist/${build.script}" integrity="${build.integrity}" nonce="${nonce}"></script>
</head>
<body>
<main>
<h1>Checkout</h1>
<billing-checkout session-id="${view.state}.${view.mode}" locale="${view.locale}" server="/" data-act="${act}" data-shows="${shows}"></billing-checkout>
</main>
</body>
</html>`
  const policy = policyOf({
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}' 'self'`,
    'img-src': 'data:',
    'connect-src': "'self'",
    'frame-src': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html',
  })
  return { html, policy }
}

/** The card frame's document, as the billing server writes it. */
export const framePage = (sessionId: string, { card_frame: { js } }: Build): Page => ({
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card details</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="application/json" id="frame-config">${JSON.stringify(frameConfigOf(sessionId)).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/dist/${js}"></script></head><body></body></html>`,
  policy: policyOf({
    'script-src': "'self'",
    'img-src': "'self' data:",
    'frame-ancestors': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  }),
})

/** A stand-in for a bank's or wallet's page. */
export const bankPage = (): Page => ({
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bank</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/bank.css"></head>
<body><main><p class="bank">First Example Bank</p><h1>Is it you?</h1>
<p>A payment of <b>19.00 €</b> to <b>Northern Light</b> with the card ending in 4242.</p>
<p class="code">We have sent a code to +49 ••• ••42.</p><label>Code<input inputmode="numeric" autocomplete="one-time-code"></label>
<button type="button">Confirm</button></main></body></html>`,
  policy: policyOf({ 'style-src': "'self'", 'frame-ancestors': "'self'" }),
})

/** The playground's page: the choices, and the merchant's page in a frame. If its script does not run, it works as a plain form. */
export const playgroundPage = (view: View, locales: readonly string[]): Page => {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>billing-checkout playground</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/playground.css">
<script type="module" src="/assets/playground.js"></script>
</head>
<body>
<form action="/" class="choices" aria-label="What to show">
<header><h1><span>&lt;billing-checkout&gt;</span> playground</h1>
<p>Every state, in every theme, language, direction and width. The address of this page is the view: share it. <a href="/emails">The emails</a></p></header>
<div class="knobs">
${select('theme', 'Theme', themes, view.theme)}
${select('locale', 'Language', locales, view.locale, languageName)}
${radios('scheme', 'Colours', ['auto', 'light', 'dark'], view.scheme)}
${radios('dir', 'Page direction', ['auto', 'ltr', 'rtl'], view.dir)}
${radios('width', 'Width', ['0', '280', '360', '480', '768', '1024'], String(view.width), (width) => (width === '0' ? 'all' : width))}
${radios('mode', 'Mode', ['sandbox', 'live'], view.mode)}
</div>
<div class="states">
${Object.entries(stateGroups)
  .map(([group, listed]) => choices('state', group, titlesOf(listed), view.state))
  .join('\n')}
</div>
<noscript><button>Show</button></noscript>
</form>
<main class="shown" aria-label="The element">
<div class="bar"><a id="alone" href="/stage">Open alone</a><output id="said"></output><button type="button" id="copy">Copy link</button></div>
<div class="ground"><iframe id="stage" title="The element" src="/stage?"></iframe></div>
</main>
</body>
</html>`
  return {
    html: html.replaceAll(
      '/stage?"',
      `/stage?${new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)]))}"`,
    ),
    policy: policyOf({
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': 'data:',
      'frame-src': "'self'",
      'form-action': "'self'",
    }),
  }
}

const titlesOf = (
  listed: Readonly<Record<string, { readonly title: string }>>,
): readonly (readonly [name: string, title: string])[] =>
  Object.entries(listed).map(([name, { title }]) => [name, title] as const)
