import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paymentMethodTypes } from '@billing-checkout/contract'
import { aCheckout, type CheckoutWishes } from '../testing/a-checkout.ts'
import { aPayment } from '../testing/a-payment.ts'
import type { Manifest } from './manifest.ts'

// A page to look at the element by itself: `node packages/element/build/preview.ts`, then
// http://localhost:4299/?scheme=dark&locale=ar&case=trial. The page's policy is as strict as a host's can be.
const port = Number(process.env['PORT'] ?? 4299)
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const cardKey = { ...publicKey.export({ format: 'jwk' }), kid: 'preview', alg: 'RSA-OAEP-256', use: 'enc' }

const cases: Readonly<Record<string, CheckoutWishes | 'lost' | 'slow'>> = {
  plain: {},
  trial: { trial: 'free', isLocal: true },
  'paid-trial': { trial: 'paid', tax: true },
  once: { purpose: 'pay', tax: true },
  'once-known': { purpose: 'pay', isKnown: true, hasSavedMethods: true },
  'once-first': { purpose: 'pay', isKnown: true },
  saved: { hasSavedMethods: true, checkbox: true },
  oblige: { obligation: true, checkbox: true },
  change: { purpose: 'change_plan', hasSavedMethods: true },
  resume: { purpose: 'resume' },
  update: { purpose: 'update_method' },
  wallets: { kinds: [...paymentMethodTypes] },
  'wallets-saved': { kinds: [...paymentMethodTypes], hasSavedMethods: true },
  incomplete: { purpose: null },
  processing: { phase: 'processing', payment: aPayment('PENDING') },
  completed: { phase: 'completed', payment: aPayment('SETTLING') },
  expired: { phase: 'expired' },
  expiring: { expiresIn: 100_000 },
  lost: 'lost',
  slow: 'slow',
}

const answers: Readonly<Record<string, () => unknown>> = {
  declined: () => aPayment('DECLINED', 'insufficient_funds'),
  unknown: () => aPayment('PENDING'),
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', `http://localhost:${port}`)
  const [, area = '', name = ''] = url.pathname.split('/')
  if (area === '') return sendHtml(response, page(url))
  if (area === 'frame') return sendHtml(response, frame(), framePolicy)
  if (area === 'checkout') return answerCheckout(response, name, url.searchParams.get('locale') ?? 'en')
  if (area === 'payments') {
    const answer = answers[process.env['ANSWER'] ?? ''] ?? (() => aPayment('SETTLING'))
    return void setTimeout(() => sendJson(response, answer()), Number(process.env['DELAY'] ?? 900))
  }
  sendFile(response, join(dist, url.pathname))
}).listen(port, () =>
  console.log(`http://localhost:${port}/?case=${Object.keys(cases).join('|')}&scheme=dark&locale=ar`),
)

function answerCheckout(response: ServerResponse, name: string, locale: string): void {
  const wishes = cases[name] ?? {}
  if (wishes === 'slow') return
  if (wishes === 'lost') return sendJson(response, {}, 500)
  sendJson(response, aCheckout({ ...wishes, sessionId: name, locale }))
}

function page(url: URL): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const scheme = url.searchParams.get('scheme') ?? 'light'
  const locale = url.searchParams.get('locale') ?? 'en'
  const text = `<!doctype html><html lang="${locale}"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>Preview</title>
    <style nonce="${nonce}">
      :root { color-scheme: ${scheme} }
      body { margin: 0; padding: clamp(12px, 4vw, 48px); background: light-dark(#fbfbf9, #0d0f13) }
      h1 { position: absolute; clip-path: inset(50%) }
      billing-checkout { margin-inline: auto }
    </style>
    <script type="module" nonce="${nonce}" src="/billing-checkout.js"></script>
    <main><h1>Checkout</h1>
    <billing-checkout session-id="${url.searchParams.get('case') ?? 'plain'}" locale="${locale}"></billing-checkout></main>`
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html`
  return { html: text, policy }
}

const framePolicy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'none'; img-src 'self' data:; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

function frame(): { html: string; policy: string } {
  const { card_frame: files } = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest
  const config = {
    session_id: 'preview',
    card_key: cardKey,
    wall: new Date().toISOString(),
    parent_origins: null,
    mode: 'sandbox',
    protocol: 1,
  }
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card details</title>
    <link rel="stylesheet" href="/${files.css}">
    <script type="application/json" id="frame-config">${JSON.stringify(config)}</script>
    <script type="module" src="/${files.js}"></script></head><body></body></html>`
  return { html: text, policy: framePolicy }
}

function sendHtml(response: ServerResponse, { html, policy }: { html: string; policy: string }, only = policy): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': only }).end(html)
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function sendFile(response: ServerResponse, file: string): void {
  if (!existsSync(file)) return void response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': extname(file) === '.css' ? 'text/css' : 'text/javascript' })
  createReadStream(file).pipe(response)
}
