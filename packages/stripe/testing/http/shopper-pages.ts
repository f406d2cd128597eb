import type { Stripe } from 'stripe'
import type { Books } from '../books.ts'
import { answerPayment } from '../objects/confirm-payment.ts'
import { answerSetup } from '../objects/setup-intents.ts'

/** A page's answer: HTML, or the address to redirect to. */
export type Page = { readonly html: string } | { readonly location: string } | undefined

const pathOfPage = /^\/authorize\/((?:pi|seti)_\w+)$/

/**
 * The page on which the holder of a card or account agrees; undefined for every other path. Its buttons redirect to the merchant with the
 * parameters that Stripe appends. Among them is the client secret, which the merchant must not log.
 */
export const shopperPage = (books: Books, method: string, path: string, form: string): Page => {
  const id = pathOfPage.exec(path)?.[1]
  if (id === undefined) return undefined
  const [payment, setup] = [books.paymentIntents.get(id), books.setupIntents.get(id)]
  const intent = payment ?? setup
  if (intent === undefined) return undefined
  const returnUrl = intent.status === 'requires_action' ? (books.returnUrls.get(id) ?? null) : null
  if (method !== 'POST') return { html: returnUrl === null ? overHtml : askHtml(path, titleOf(books, intent)) }
  const agrees = new URLSearchParams(form).get('answer') === 'agree'
  if (payment !== undefined) answerPayment(books, payment, agrees)
  else if (setup !== undefined) answerSetup(books, setup, agrees)
  if (returnUrl === null) return { html: overHtml }
  const back = new URL(returnUrl)
  const kind = payment === undefined ? 'setup_intent' : 'payment_intent'
  back.searchParams.set(kind, id)
  back.searchParams.set(`${kind}_client_secret`, intent.client_secret ?? '')
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return { location: back.href }
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Authorize a test payment</title><body>${body}</body></html>`

const titles: Readonly<Record<string, string>> = { paypal: 'PayPal', cashapp: 'Cash App Pay' }

/** The page's title, which names the holder's bank or company. */
const titleOf = (books: Books, { payment_method: id }: Stripe.PaymentIntent | Stripe.SetupIntent): string => {
  const type = books.methods.get(String(id))?.behavior.type ?? 'card'
  return `${titles[type] ?? 'The bank'}: authorize a test payment`
}

const overHtml = page('<p>There is nothing to authorize here any more.</p>')

const askHtml = (path: string, title: string): string =>
  page(`<h1>${title}</h1>
<form method="post" action="${path}">
<button name="answer" value="agree">Authorize</button>
<button name="answer" value="refuse">Refuse</button>
</form>`)
