import { testAccountAnswers } from '@billing-checkout/contract'
import { formatMoney } from '@billing-checkout/domain'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import type { Confirmation, ConfirmationAnswer, ConfirmationKind } from '../../processors/sandbox/confirmations.ts'
import type { ColorScheme } from '../color-scheme.ts'
import { htmlHeaders, inlinePolicySource } from '../html.ts'
import { type PageWords, pageWordsIn } from '../languages/page-words.ts'

/** The look of a document, and whether it is in a frame. */
export interface DocumentLook {
  readonly locale: string
  readonly scheme: ColorScheme
  readonly isFramed: boolean
}

type Ask = (confirmation: Confirmation, words: PageWords, look: DocumentLook) => string

/**
 * The document in which the sandbox's bank or wallet asks the shopper to confirm, in the shopper's language. In a frame the bank has no
 * cancel button, because the dialog around the frame has one.
 */
export const confirmationDocument = (confirmation: Confirmation, look: DocumentLook): string =>
  questions[confirmation.kind](confirmation, pageWordsIn(look.locale), look)

const askBank: Ask = ({ charge, card }, words, { isFramed, scheme }) => {
  const { say } = words
  const last4 = card?.number.slice(-4) ?? ''
  return page({ ...words, scheme }, say('bank.name'), 'bank', [
    charge.amount === 0
      ? `<p>${say('bank.identify', { last4 })}</p>`
      : `<p>${say('bank.pay', { last4, sum: `<strong>${moneyText(charge, words)}</strong>` })}</p>`,
    formOf(isFramed ? ['passed', 'failed'] : ['passed', 'failed', 'cancelled'], (answer) => say(`bank.${answer}`)),
    `<p><small>${say('page.test')}</small></p>`,
  ])
}

const askWallet: Ask = ({ charge, card }, words, { scheme }) => {
  const { say } = words
  const { name, holder } = wallets[card?.number ?? ''] ?? unknownWallet
  return page({ ...words, scheme }, say('wallet.title', { name }), name.toLowerCase().replaceAll(' ', ''), [
    charge.amount === 0
      ? `<p>${say('wallet.later')} <strong>${say('wallet.now')}</strong></p>`
      : `<p class="amount">${moneyText(charge, words)}</p>`,
    `<p class="payer"><bdi>Pat Payer</bdi> <bdi>${holder}</bdi></p>`,
    formOf(
      testAccountAnswers.map(({ answer }) => answer),
      (answer) => say(`wallet.${answer}`),
    ),
    `<p><small>${say('page.test')}</small></p>`,
  ])
}

const unknownWallet = { name: 'Wallet', holder: '' }
const wallets: Readonly<Record<string, typeof unknownWallet>> = {
  PAYPAL: { name: 'PayPal', holder: 'pat.payer@example.com' },
  VENMO: { name: 'Venmo', holder: '@pat-payer' },
  CASHAPP: { name: 'Cash App', holder: '$patpayer' },
}

const questions: Readonly<Record<ConfirmationKind, Ask>> = {
  challenge: askBank,
  wallet: askWallet,
}

const formOf = (
  answers: readonly ConfirmationAnswer[],
  name: (answer: ConfirmationAnswer) => string,
): string => `<form method="post">
${answers.map((answer) => `<button name="answer" value="${answer}">${name(answer)}</button>`).join('\n')}
</form>`

const moneyText = (money: Confirmation['charge'], { lang }: PageWords): string =>
  escapeHtml(formatMoney(money, lang).formattedAmount)

const page = (
  { lang, dir, scheme }: PageWords & Pick<DocumentLook, 'scheme'>,
  title: string,
  look: string,
  body: readonly string[],
): string => `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${scheme}"><title>${title.replaceAll(/<\/?bdi>/g, '')}</title><style>${style}</style></head>
<body><main class="${look}"><h1>${title}</h1>${body.join('\n')}</main><script>${script}</script></body>
</html>
`

// Submitting a form in a frame adds a history entry, so Back would not leave the merchant's page. The script therefore sends the answer and
// then reloads this page, which redirects. Without scripts the form is submitted normally.
const script = `(()=>{
const form=document.querySelector('form')
form?.addEventListener('submit',event=>{
event.preventDefault()
const body=new URLSearchParams({answer:event.submitter.value})
for(const button of form.elements)button.disabled=true
fetch(location.href,{method:'POST',mode:'no-cors',body}).then(()=>location.replace(location.href),()=>location.replace(location.href))
})
})()`

const style = `html{font:1rem/1.5 system-ui,sans-serif}body{margin:0;padding:1.25rem;display:grid;place-items:center;min-height:calc(100vh - 2.5rem)}
main{--brand:#1f4fd8;--on-brand:#fff;box-sizing:border-box;width:100%;max-width:22rem}
.paypal{--brand:#003087}.venmo{--brand:#0065a3}.cashapp{--brand:#00d64f;--on-brand:#00210c}
main:not(.bank){border:1px solid #8884;border-radius:1rem;overflow:hidden;padding:0 1.5rem 1rem}
h1{font-size:1.125rem;margin:0 0 .5rem}main:not(.bank) h1{margin:0 -1.5rem 1.25rem;padding:1rem 1.5rem;background:var(--brand);color:var(--on-brand)}
p{margin:.5rem 0}.amount{font-size:2rem;font-weight:650;line-height:1.2;margin:0 0 1rem;font-variant-numeric:tabular-nums}
.payer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.75rem 0;border-block:1px solid #8884}
form{display:grid;gap:.5rem;margin:1rem 0}
button{font:inherit;min-height:2.75rem;padding:.625rem 1rem;border-radius:.5rem;border:1px solid GrayText;background:Canvas;color:CanvasText;cursor:pointer}
button:first-child{background:var(--brand);border-color:var(--brand);color:var(--on-brand);font-weight:600}button:focus-visible{outline:3px solid Highlight;outline-offset:2px}`

/** The page for a confirmation that no payment waits for. */
export const unknownConfirmationDocument = ({ locale, scheme }: DocumentLook): string => {
  const words = pageWordsIn(locale)
  return page({ ...words, scheme }, words.say('bank.name'), 'bank', [`<p>${words.say('action.nothing')}</p>`])
}

/** The headers of these documents: only their own script, nothing from elsewhere, and an opaque origin. */
export const confirmationHeaders = htmlHeaders(
  {
    sandbox: 'allow-forms allow-scripts',
    'default-src': "'none'",
    'script-src': inlinePolicySource(script),
    'style-src': inlinePolicySource(style),
    'connect-src': "'self'",
    'base-uri': "'none'",
  },
  { 'Cross-Origin-Resource-Policy': 'cross-origin' },
)
