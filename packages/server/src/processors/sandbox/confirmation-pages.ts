import { exponentOf } from '@billing-checkout/domain'
import type { CurrencyCode } from '@billing-checkout/contract'
import { createHash } from 'node:crypto'
import { Router, urlencoded } from 'express'
import { factsOf } from '../../http/request-facts.ts'
import { escapeHtml, policyOf } from '../../pages/html.ts'
import type { Database } from '../../store/database.ts'
import { answerConfirmation, type Confirmation, type ConfirmationAnswer, findConfirmation } from './confirmations.ts'

/** What the sandbox's pages for shoppers are made from. */
export interface ConfirmationParts {
  readonly database: Database
  /** Told that something has become of a reference, as a real processor tells by webhook. */
  readonly takeNews: (reference: string) => Promise<void>
}

/**
 * The sandbox bank: the page on which the holder of a test card confirms, fails or calls off a payment. Its documents run
 * in a sandbox of their own, where nothing of this server can be read.
 */
export const confirmationPages = ({ database, takeNews }: ConfirmationParts): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(paths, async (request, response) => {
    factsOf(response).pattern = '/sandbox/{page}/{confirmation_id}'
    const confirmation = await findConfirmation(database, request.params['id'] as string)
    if (confirmation === undefined) return void response.status(404).set(headers).send(page(nothingToConfirm))
    if (confirmation.state !== 'open') return void goBack(confirmation, (url) => response.redirect(303, url))
    response.set(headers).send(page(questions[confirmation.kind](confirmation)))
  })
  router.post(paths, urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
    factsOf(response).pattern = '/sandbox/{page}/{confirmation_id}'
    const confirmation = await findConfirmation(database, request.params['id'] as string)
    const answer = (request.body as { readonly answer?: unknown } | undefined)?.answer
    if (confirmation === undefined || !isAnswer(answer)) {
      return void response.status(400).set(headers).send(page(nothingToConfirm))
    }
    await answerConfirmation(database, confirmation, answer)
    await takeNews(confirmation.reference)
    goBack(confirmation, (url) => response.redirect(303, url))
  })
  return router
}

const paths = ['/sandbox/issuer/:id', '/sandbox/wallet/:id']

const isAnswer = (answer: unknown): answer is ConfirmationAnswer =>
  answer === 'passed' || answer === 'failed' || answer === 'cancelled'

const goBack = ({ charge }: Confirmation, redirect: (url: string) => void): void => redirect(charge.returnUrl ?? '/')

const askBank = ({ charge, card }: Confirmation): string => `<h1>Sandbox bank</h1>
<p>Confirm <strong>${escapeHtml(moneyText(charge.amount, charge.currency as CurrencyCode))}</strong> with your card ending in ${card?.number.slice(-4)}.</p>
<form method="post">
<button name="answer" value="passed">Confirm</button>
<button name="answer" value="failed">Fail the check</button>
<button name="answer" value="cancelled">Cancel</button>
</form>
<p><small>A test: no bank is asked and no money moves.</small></p>`

const askWallet = ({ charge, card }: Confirmation): string => `<h1>${walletNames[card?.number ?? '']} sandbox</h1>
<p>Pay <strong>${escapeHtml(moneyText(charge.amount, charge.currency as CurrencyCode))}</strong> from the account of Pat Payer.</p>
<form method="post">
<button name="answer" value="passed">Approve</button>
<button name="answer" value="failed">Decline</button>
<button name="answer" value="cancelled">Cancel</button>
</form>
<p><small>A test: no account is charged and no money moves.</small></p>`

const walletNames: Readonly<Record<string, string>> = { PAYPAL: 'PayPal', VENMO: 'Venmo', CASHAPP: 'Cash App' }

const questions = { challenge: askBank, wallet: askWallet } as const

const nothingToConfirm = '<h1>Sandbox bank</h1><p>There is nothing to confirm here.</p>'

const moneyText = (amount: number, currency: CurrencyCode): string =>
  amount === 0 ? 'that it is you' : `${(amount / 10 ** exponentOf(currency)).toFixed(exponentOf(currency))} ${currency}`

const page = (body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox bank</title><style>${style}</style></head>
<body><main>${body}</main></body>
</html>
`

const style = `html{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:0;padding:1.25rem;display:grid;place-items:center;min-height:calc(100vh - 2.5rem)}
main{max-width:22rem}h1{font-size:1.125rem;margin:0 0 .5rem}p{margin:.5rem 0}form{display:grid;gap:.5rem;margin:1rem 0}
button{font:inherit;padding:.625rem 1rem;border-radius:.5rem;border:1px solid GrayText;background:Canvas;color:CanvasText;cursor:pointer}
button:first-child{background:#1f4fd8;border-color:#1f4fd8;color:#fff}button:focus-visible{outline:3px solid #1f4fd8;outline-offset:2px}`

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policyOf({
    sandbox: 'allow-forms',
    'default-src': "'none'",
    'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'base-uri': "'none'",
  }),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
