import type { Stripe } from 'stripe'
import { invalidRequestError } from '../../http/refusal.ts'
import { nestedParams, type Params, textParam } from '../../http/read-form.ts'
import { newId } from '../../books.ts'
import type { AccountType } from '../test-methods.ts'

/** What a method reveals about the account holder; nothing before they approve. */
export const payerOf = (
  type: AccountType,
  hasApproved: boolean,
): Partial<Pick<Stripe.PaymentMethod, 'paypal' | 'cashapp'>> =>
  type === 'paypal'
    ? {
        paypal: hasApproved
          ? { country: 'US', payer_email: 'payer@example.com', payer_id: 'FAKEPAYER' }
          : { country: null, payer_email: null, payer_id: null },
      }
    : { cashapp: hasApproved ? { buyer_id: 'FAKEBUYER', cashtag: '$fakepayer' } : { buyer_id: null, cashtag: null } }

/** The account's details on a charge. */
export const chargedAccount = (type: AccountType): Stripe.Charge.PaymentMethodDetails =>
  type === 'paypal'
    ? {
        type,
        paypal: {
          country: 'US',
          payer_email: 'payer@example.com',
          payer_id: 'FAKEPAYER',
          payer_name: 'A Payer',
          seller_protection: null,
          transaction_id: newId('paypal'),
        },
      }
    : { type, cashapp: { buyer_id: 'FAKEBUYER', cashtag: '$fakepayer', transaction_id: newId('cashapp') } }

/** The action that redirects the account holder, in the form that Stripe has for each company. */
export const approvalActionFor = (type: AccountType, url: string, returnUrl: string): AccountAction =>
  type === 'paypal'
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
    : {
        type: 'cashapp_handle_redirect_or_display_qr_code',
        cashapp_handle_redirect_or_display_qr_code: {
          hosted_instructions_url: url,
          mobile_auth_url: url,
          qr_code: { expires_at: 4_102_444_800, image_url_png: `${url}.png`, image_url_svg: `${url}.svg` },
        },
      }

type AccountAction = Stripe.PaymentIntent.NextAction & Stripe.SetupIntent.NextAction

/** The currencies in which each company's accounts can be charged. */
const currencies: Readonly<Record<AccountType, readonly string[]>> = {
  paypal: 'eur gbp usd chf czk dkk nok pln sek aud cad hkd nzd sgd'.split(' '),
  cashapp: ['usd'],
}

/** Throws if a company's accounts cannot be charged in a currency. */
export const refuseCurrency = (type: AccountType, currency: string): void => {
  if (currencies[type].includes(currency)) return
  throw invalidRequestError(`The currency provided (${currency}) is invalid for the payment method type ${type}.`, {
    param: 'currency',
  })
}

/**
 * Throws unless `mandate_data` states the holder's agreement and browser. Stripe requires `mandate_data` to store an account for later
 * charges.
 */
export const refuseWithoutMandate = (params: Params): void => {
  const acceptance = nestedParams(nestedParams(params, 'mandate_data'), 'customer_acceptance')
  const online = nestedParams(acceptance, 'online')
  const isWhole = textParam(online, 'ip_address') && textParam(online, 'user_agent')
  if (textParam(acceptance, 'type') === 'online' && isWhole) return
  throw invalidRequestError('This payment method type is set up for later payments with mandate_data only.', {
    param: 'mandate_data',
    code: 'parameter_missing',
  })
}
