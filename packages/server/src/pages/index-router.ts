import { Router } from 'express'
import type { Mode } from '../config/mode.ts'
import { requestLocalsOf } from '../http/requests/request-locals.ts'
import { escapeHtml } from '../presenters/languages/escape-html.ts'
import type { ElementManifest } from './assets/assets.ts'
import { htmlHeaders, inlinePolicySource } from './html.ts'

/** The content of the page at the server's root. */
export interface IndexPageContent {
  readonly mode: Mode
  readonly publicUrl: () => string
  /** The card frame's own origin; null if it shares the server's. */
  readonly frameOrigin: () => string | null
  /** `undefined` when the element has not been built. */
  readonly manifest: ElementManifest | undefined
  /** Whether the sandbox's emails can be read on this server. */
  readonly hasEmails: boolean
}

/** A small page at `/` for a developer who opens the server in a browser: the main addresses, and the tag for a shop's page. */
export const indexRouter = (facts: IndexPageContent): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/', (_request, response) => {
    requestLocalsOf(response).pattern = '/'
    response.set(headers).send(pageOf(facts))
  })
  return router
}

const style = `:root { color-scheme: light dark; background: light-dark(#fff, #16181d); color: light-dark(#16181d, #eceef2); font: 1rem/1.6 system-ui, sans-serif; }
a { color: light-dark(#0b57d0, #a8c7fa); }
body { max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.75rem; letter-spacing: -0.02em; margin: 0 0 0.25rem; }
p { margin: 0 0 1.5rem; }
ul { padding: 0; list-style: none; }
li { padding: 0.6rem 0; border-top: 1px solid color-mix(in srgb, currentcolor 15%, transparent); }
pre { overflow-x: auto; padding: 1rem; border-radius: 0.5rem; background: color-mix(in srgb, currentcolor 6%, transparent); font-size: 0.8125rem; }`

const headers = htmlHeaders({
  'default-src': "'none'",
  'style-src': inlinePolicySource(style),
  'img-src': 'data:',
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
})

const pageOf = ({ mode, publicUrl, frameOrigin, manifest, hasEmails }: IndexPageContent): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>billing-checkout</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>billing-checkout</h1>
<p>${mode === 'sandbox' ? 'This server runs in sandbox mode: no money moves.' : 'This server is live.'}</p>
<ul>
<li><a href="/docs">/docs</a>: every operation</li>
<li><a href="/openapi.json">/openapi.json</a>: the same for tools</li>
<li><a href="/readyz">/readyz</a>: whether the server is ready</li>
${manifest === undefined ? '' : inventoryItem}
${hasEmails ? emailsItem : ''}
</ul>
${manifest === undefined ? '' : tagOf(publicUrl(), frameOrigin(), manifest)}
${manifest === undefined ? '' : frameTagOf(publicUrl(), frameOrigin())}
${manifest === undefined ? '' : policyLinesOf(publicUrl(), frameOrigin())}
</main>
</body>
</html>
`

const inventoryItem = '<li><a href="/inventory.json">/inventory.json</a>: the checkout’s files and their integrity</li>'
const emailsItem = '<li><a href="/sandbox/emails">/sandbox/emails</a>: the emails that a live server would send</li>'

const tagOf = (
  url: string,
  frameOrigin: string | null,
  { versioned_script: script, integrity }: ElementManifest,
): string => `<p id="tag">The tag for a shop’s page, with the style sheet that holds its room until the script has come:</p>
<pre tabindex="0" role="region" aria-labelledby="tag"><code>${escapeHtml(`<link rel="stylesheet" href="${url}/presets/placeholder.css">
<script type="module" crossorigin
  src="${url}/${script}"
  integrity="${integrity}"></script>
<billing-checkout session-id="…"${frameAttribute(frameOrigin)}></billing-checkout>`)}</code></pre>`

/**
 * The element's tag with the card frame already in it, for a shop that writes the session's id into its HTML. The frame has the address
 * that the element would load.
 */
const frameTagOf = (
  url: string,
  frameOrigin: string | null,
): string => `<p id="frame">If your server writes the session’s id into the page, it can write the card form there, too: it then loads together with the script, and the shopper can type sooner.</p>
<pre tabindex="0" role="region" aria-labelledby="frame"><code>${escapeHtml(`<billing-checkout session-id="…"${frameAttribute(frameOrigin)}>
  <iframe hidden title="Card details" src="${frameOrigin ?? url}/frame/…"></iframe>
</billing-checkout>`)}</code></pre>`

const frameAttribute = (frameOrigin: string | null): string =>
  frameOrigin === null ? '' : `\n  frame-origin="${frameOrigin}"`

const policyLinesOf = (
  url: string,
  frameOrigin: string | null,
): string => `<p id="policy">What its content security policy needs, if it has one:</p>
<pre tabindex="0" role="region" aria-labelledby="policy"><code>${escapeHtml(`script-src  ${url}
style-src   ${url}
connect-src ${url}
frame-src   ${[url, ...(frameOrigin === null ? [] : [frameOrigin])].join(' ')}`)}</code></pre>`
