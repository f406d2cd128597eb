import type { Stripe } from 'stripe'
import { type Books, newId, nowOf } from '../../books.ts'
import { listObjects } from '../../http/list-objects.ts'
import { type Params, refuseUnknownParams, textParam } from '../../http/read-form.ts'
import { invalidRequestError, missingObjectError } from '../../http/refusal.ts'

const creatable = [
  'domain_name',
  'enabled',
] as const satisfies readonly (keyof Stripe.PaymentMethodDomainCreateParams)[]

/** `POST /v1/payment_method_domains`: if the domain is registered already, returns it unchanged. */
export const createDomain = (books: Books, params: Params): Stripe.PaymentMethodDomain => {
  refuseUnknownParams(params, creatable)
  const name = textParam(params, 'domain_name') ?? ''
  if (!/^[\w-]+(\.[\w-]+)*$/.test(name))
    throw invalidRequestError('The domain name is not valid.', { param: 'domain_name' })
  const known = [...books.domains.values()].find(({ domain_name }) => domain_name === name)
  if (known !== undefined) return known
  const active = { status: 'active' as const }
  const domain = {
    id: newId('pmd'),
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: stateOf(books, name),
    created: nowOf(books),
    domain_name: name,
    enabled: textParam(params, 'enabled') !== 'false',
    google_pay: active,
    klarna: active,
    link: active,
    livemode: books.livemode,
    paypal: active,
  } satisfies Stripe.PaymentMethodDomain
  books.domains.set(domain.id, domain)
  return domain
}

/** `GET /v1/payment_method_domains` */
export const listDomains = (books: Books, params: Params): Stripe.ApiList<Stripe.PaymentMethodDomain> =>
  listObjects('/v1/payment_method_domains', books.domains.values(), params, ['domain_name'])

/** `POST /v1/payment_method_domains/:id/validate`: Apple verifies the domain again. */
export const validateDomain = (books: Books, params: Params, id: string): Stripe.PaymentMethodDomain => {
  refuseUnknownParams(params, [])
  const domain = books.domains.get(id)
  if (domain === undefined) throw missingObjectError('payment_method_domain', id)
  domain.apple_pay = stateOf(books, domain.domain_name)
  return domain
}

const stateOf = ({ unverified }: Books, name: string): Stripe.PaymentMethodDomain.ApplePay =>
  unverified.has(name)
    ? { status: 'inactive', status_details: { error_message: 'Apple could not verify the domain.' } }
    : { status: 'active' }
