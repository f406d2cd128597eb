import { testAccountAnswers } from '@billing-checkout/contract'
import { formatMoney } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import { escapeHtml, policyOf } from '../../pages/html.ts'
import { inLanguageOf, type PageLanguage } from '../../pages/in-language.ts'
import { type ConfirmationWords, confirmationWords } from './confirmation-words.ts'
import type { Confirmation, ConfirmationAnswer, ConfirmationKind } from './confirmations.ts'

type Words = ConfirmationWords & PageLanguage

/** The document that asks the shopper, in their language where it is one of ours: the sandbox bank's, or the wallet's. */
export const questionOf = (confirmation: Confirmation, locale: string): string =>
  questions[confirmation.kind](confirmation, inLanguageOf(locale, confirmationWords))

const askBank = ({ charge, card }: Confirmation, words: Words): string => {
  const places = { sum: `<strong>${moneyText(charge, words)}</strong>`, last4: card?.number.slice(-4) ?? '' }
  return page(words, words.bank, 'bank', [
    `<p>${fill(charge.amount === 0 ? words.confirmIdentity : words.confirm, places)}</p>`,
    formOf(['passed', 'failed', 'cancelled'], words.bankAnswers),
    `<p><small>${words.test}</small></p>`,
  ])
}

const askWallet = ({ charge, card }: Confirmation, words: Words): string => {
  const { name, holder } = wallets[card?.number ?? ''] ?? unknownWallet
  return page(words, fill(words.wallet, { name }), name.toLowerCase().replaceAll(' ', ''), [
    charge.amount === 0
      ? `<p>${words.chargedLater} <strong>${words.nothingNow}</strong></p>`
      : `<p class="amount">${moneyText(charge, words)}</p>`,
    `<p class="payer"><bdi>Pat Payer</bdi> <bdi>${holder}</bdi></p>`,
    formOf(
      testAccountAnswers.map(({ answer }) => answer),
      words.walletAnswers,
    ),
    `<p><small>${words.test}</small></p>`,
  ])
}

const fill = (text: string, places: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, place: string) => `<bdi>${places[place]}</bdi>`)

const unknownWallet = { name: 'Wallet', holder: '' }
const wallets: Readonly<Record<string, typeof unknownWallet>> = {
  PAYPAL: { name: 'PayPal', holder: 'pat.payer@example.com' },
  VENMO: { name: 'Venmo', holder: '@pat-payer' },
  CASHAPP: { name: 'Cash App', holder: '$patpayer' },
}

const questions: Readonly<Record<ConfirmationKind, (confirmation: Confirmation, words: Words) => string>> = {
  challenge: askBank,
  wallet: askWallet,
}

const formOf = (
  answers: readonly ConfirmationAnswer[],
  words: Readonly<Record<ConfirmationAnswer, string>>,
): string => `<form method="post">
${answers.map((answer) => `<button name="answer" value="${answer}">${words[answer]}</button>`).join('\n')}
</form>`

const moneyText = (money: Confirmation['charge'], { lang }: Words): string =>
  escapeHtml(formatMoney(money, lang).formattedAmount)

const page = ({ lang, dir }: Words, title: string, look: string, body: readonly string[]): string => `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title.replaceAll(/<\/?bdi>/g, '')}</title><style>${style}</style></head>
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
export const nothingToConfirm = (locale: string): string => {
  const words = inLanguageOf(locale, confirmationWords)
  return page(words, words.bank, 'bank', [`<p>${words.nothing}</p>`])
}

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
