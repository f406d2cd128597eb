import { type CurrencyCode, testAccountAnswers } from '@billing-checkout/contract'
import { exponentOf } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import { escapeHtml, policyOf } from '../../pages/html.ts'
import type { Confirmation, ConfirmationAnswer, ConfirmationKind } from './confirmations.ts'

/** The document that asks the shopper: the sandbox bank's, or the one of the wallet. */
export const questionOf = (confirmation: Confirmation): string => questions[confirmation.kind](confirmation)

const askBank = ({ charge, card }: Confirmation): string =>
  page('Sandbox bank', 'bank', [
    `<p>Confirm <strong>${moneyText(charge)}</strong> with your card ending in ${card?.number.slice(-4)}.</p>`,
    formOf(bankAnswers),
    '<p><small>A test: no bank is asked and no money moves.</small></p>',
  ])

const bankAnswers = [
  { answer: 'passed', button: 'Confirm' },
  { answer: 'failed', button: 'Fail the check' },
  { answer: 'cancelled', button: 'Cancel' },
] as const

const askWallet = ({ charge, card }: Confirmation): string => {
  const { name, holder } = wallets[card?.number ?? ''] ?? unknownWallet
  return page(`${name} sandbox`, name.toLowerCase().replaceAll(' ', ''), [
    charge.amount === 0
      ? '<p>Let this shop charge your account later. <strong>Nothing is charged now.</strong></p>'
      : `<p class="amount">${moneyText(charge)}</p>`,
    `<p class="payer"><span>Pat Payer</span> <span>${holder}</span></p>`,
    formOf(testAccountAnswers),
    '<p><small>A test: no account is charged and no money moves.</small></p>',
  ])
}

const unknownWallet = { name: 'Wallet', holder: '' }
const wallets: Readonly<Record<string, typeof unknownWallet>> = {
  PAYPAL: { name: 'PayPal', holder: 'pat.payer@example.com' },
  VENMO: { name: 'Venmo', holder: '@pat-payer' },
  CASHAPP: { name: 'Cash App', holder: '$patpayer' },
}

const questions: Readonly<Record<ConfirmationKind, (confirmation: Confirmation) => string>> = {
  challenge: askBank,
  wallet: askWallet,
}

const formOf = (answers: readonly { readonly answer: ConfirmationAnswer; readonly button: string }[]): string =>
  `<form method="post">
${answers.map(({ answer, button }) => `<button name="answer" value="${answer}">${button}</button>`).join('\n')}
</form>`

const moneyText = ({ amount, currency }: Confirmation['charge']): string => {
  if (amount === 0) return 'that it is you'
  const exponent = exponentOf(currency as CurrencyCode)
  return escapeHtml(`${(amount / 10 ** exponent).toFixed(exponent)} ${currency}`)
}

const page = (title: string, look: string, body: readonly string[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main class="${look}"><h1>${title}</h1>${body.join('\n')}</main></body>
</html>
`

const style = `html{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:0;padding:1.25rem;display:grid;place-items:center;min-height:calc(100vh - 2.5rem)}
main{--brand:#1f4fd8;--on-brand:#fff;box-sizing:border-box;width:100%;max-width:22rem}
.paypal{--brand:#003087}.venmo{--brand:#0065a3}.cashapp{--brand:#00d64f;--on-brand:#00210c}
main:not(.bank){border:1px solid #8884;border-radius:1rem;overflow:hidden;padding:0 1.5rem 1rem}
h1{font-size:1.125rem;margin:0 0 .5rem}main:not(.bank) h1{margin:0 -1.5rem 1.25rem;padding:1rem 1.5rem;background:var(--brand);color:var(--on-brand)}
p{margin:.5rem 0}.amount{font-size:2rem;font-weight:650;line-height:1.2;margin:0 0 1rem;font-variant-numeric:tabular-nums}
.payer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.75rem 0;border-block:1px solid #8884}
form{display:grid;gap:.5rem;margin:1rem 0}
button{font:inherit;min-height:2.75rem;padding:.625rem 1rem;border-radius:.5rem;border:1px solid GrayText;background:Canvas;color:CanvasText;cursor:pointer}
button:first-child{background:var(--brand);border-color:var(--brand);color:var(--on-brand);font-weight:600}button:focus-visible{outline:3px solid Highlight;outline-offset:2px}`

/** What is answered where nothing waits for this shopper. */
export const nothingToConfirm = page('Sandbox', 'bank', ['<p>There is nothing to confirm here.</p>'])

/** The headers of these documents: no scripts, nothing from elsewhere, no origin of their own. */
export const documentHeaders = {
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
