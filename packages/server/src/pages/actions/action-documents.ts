import type { ColorScheme } from '../color-scheme.ts'
import { frameAncestorsOf, loopbackOriginPattern } from '../frame/embedding-origins.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { htmlHeaders, inlinePolicySource, jsonForScript } from '../html.ts'
import { type PageWords, pageWordsIn } from '../languages/page-words.ts'

/** A challenge, and the look of the page around it. */
export interface FramedAction {
  readonly id: string
  readonly url: string
  readonly locale: string
  readonly scheme: ColorScheme
}

/**
 * The page that shows an issuer's challenge in a frame. The page's only script tells the embedding page that this page is shown. If the
 * embedding page sends `cancel`, the script cancels the challenge. The script exchanges messages only with allowed origins, even if a
 * browser ignores the policy that forbids other pages to embed this page.
 */
export const actionDocument = (
  parents: readonly string[] | null,
  { id, url, locale, scheme }: FramedAction,
): string => {
  const words = pageWordsIn(locale)
  return `${headOf(words, 'action.title', scheme)}
<style>${actionStyle}</style>
<script type="application/json" id="page">${jsonForScript({ parents, action: `/actions/${encodeURIComponent(id)}` })}</script>
</head>
<body>
<iframe src="${escapeHtml(url)}" title="${words.say('action.bank')}" name="challenge"></iframe>
<script>${actionScript}</script>
</body>
</html>
`
}

const portAtEnd = /(:\d+)?$/

// We post a message to each allowed origin. If there is no list of origins, or a policy source in it is no origin, such as `'self'` or a
// source with the port `*`, we post to all origins. These messages contain no secret.
const targets = `(parents&&!parents.some(origin=>/:\\*$|'/.test(origin))?parents:['*'])`

const actionStyle = 'html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}'

// If the challenge loaded while the browser was offline, the frame shows the browser's error page. The script then loads the challenge
// again. In WebKit, Tab reaches this page but not the frame, so the script moves the focus to the challenge, its only content. Cancelling
// uses fetch instead of a form: a form in a frame adds a history entry, and Back would not leave the merchant's page.
const actionScript = `(()=>{
const {parents,action}=JSON.parse(document.getElementById('page').textContent)
const isOurs=origin=>parents?parents.includes(origin)||parents.includes(origin.replace(${portAtEnd},':*')):${loopbackOriginPattern}.test(origin)
const frame=document.querySelector('iframe')
const cancel=()=>fetch(action+'/cancel',{method:'POST',redirect:'manual'}).catch(()=>{}).then(()=>location.replace(action+'/return'))
let lost=!navigator.onLine
frame.addEventListener('load',()=>{lost=!navigator.onLine})
addEventListener('online',()=>{if(lost)frame.src=frame.src})
addEventListener('focus',()=>frame.focus())
addEventListener('message',event=>{if(event.source===parent&&parent!==window&&isOurs(event.origin)&&event.data?.type==='cancel')cancel()})
if(parent!==window)for(const origin of ${targets})parent.postMessage({source:'billing-checkout',type:'action-shown'},origin)
})()`

/** The headers of the page around a challenge. `url` is the challenge, whose origin may be shown in the page's frame. */
export const actionHeaders = (parents: readonly string[] | null, url: string): Readonly<Record<string, string>> =>
  headersOf({
    'default-src': "'none'",
    'script-src': inlinePolicySource(actionScript),
    'style-src': inlinePolicySource(actionStyle),
    'frame-src': url.startsWith('/') ? "'self'" : `'self' ${new URL(url).origin}`,
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': frameAncestorsOf(parents),
  })

/**
 * The page to which the browser returns after the action. In the frame of a challenge, it replaces our page around the challenge. In
 * another frame, or in a window that a page opened, it asks that page to query the payment, but does not reveal the outcome. Otherwise, it
 * redirects to `returnTo`, if that is not null.
 */
export const returnDocument = (parents: readonly string[] | null, returnTo: string | null, locale: string): string => {
  const words = pageWordsIn(locale)
  return `${headOf(words, 'return.title')}
<style>${returnStyle}</style>
<script type="application/json" id="page">${jsonForScript({ parents, returnTo })}</script>
</head>
<body>
<main><h1>${words.say('return.title')}</h1><p>${words.say('return.body')}</p></main>
<script>${returnScript}</script>
</body>
</html>
`
}

const returnStyle =
  'html{font:1rem/1.5 system-ui,sans-serif}body{display:grid;place-items:center;min-height:100vh;margin:0;text-align:center}h1{font-size:1.25rem}main{padding:1rem}'

// If the parent is our page around a challenge, this page replaces it. That parent has our origin and is in a frame itself. Our checkout
// page also has our origin but is in no frame, and must stay.
const returnScript = `(()=>{
const {parents,returnTo}=JSON.parse(document.getElementById('page').textContent)
const tell=page=>{for(const origin of ${targets})page.postMessage({source:'billing-checkout',type:'action-finished'},origin)}
if(parent!==window){
let nested=false
try{nested=parent!==top&&parent.location.origin===location.origin}catch{}
if(nested)parent.location.replace(location.href)
else tell(parent)
}else if(opener){tell(opener);close()}
else if(returnTo)location.replace(returnTo)
})()`

/** The headers of the page to which the browser returns. */
export const returnHeaders = (parents: readonly string[] | null): Readonly<Record<string, string>> =>
  headersOf({
    'default-src': "'none'",
    'script-src': inlinePolicySource(returnScript),
    'style-src': inlinePolicySource(returnStyle),
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': `'self' ${frameAncestorsOf(parents)}`.replace(" 'none'", ''),
  })

/** The page for an action that no payment waits for. */
export const unknownActionDocument = (locale: string): string => {
  const words = pageWordsIn(locale)
  return `${headOf(words, 'action.title')}
<style>${returnStyle}</style>
</head>
<body><main><p>${words.say('action.nothing')}</p></main></body>
</html>
`
}

const headOf = (
  { lang, dir, say }: PageWords,
  title: 'action.title' | 'return.title',
  scheme: ColorScheme = 'light dark',
): string => `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<title>${say(title)}</title>`

const headersOf = (policy: Readonly<Record<string, string>>) =>
  htmlHeaders(policy, { 'Cross-Origin-Resource-Policy': 'cross-origin' })
