import type { Stripe } from 'stripe'
import type { Books } from '../books.ts'
import { invalidRequestError } from './refusal.ts'
import { type Params, textParam } from './read-form.ts'

/** How many seconds Search lags behind, on purpose: a caller that relies on it would charge twice. */
export const searchLagSeconds = 3600

/** `GET /v1/payment_intents/search` by metadata: finds only intents that are older than the lag. */
export const searchPaymentIntents = (books: Books, params: Params): Stripe.ApiSearchResult<Stripe.PaymentIntent> => {
  const query = textParam(params, 'query') ?? ''
  const found = /^metadata\[["'](\w+)["']\]:["']([^"']*)["']$/.exec(query)
  if (found === null) throw invalidRequestError('This fake searches by one entry of metadata only.', { param: 'query' })
  const [, name = '', value] = found
  const until = books.clocks.wall().getTime() / 1000 - searchLagSeconds
  const data = [...books.paymentIntents.values()]
    .filter(({ created, metadata }) => created <= until && metadata[name] === value)
    .toReversed()
  return { object: 'search_result', url: '/v1/payment_intents/search', has_more: false, next_page: null, data }
}
