import type { OperationExample } from '../operation-example.ts'
import { connections, consent, localPrice, planOfClientSession, price, priceOfPreviewCheckout } from './shared.ts'
import { merchantOfFindPortal } from '../portal/shared.ts'

/** A recorded request and answer of `previewCheckout`. */
export const previewCheckoutExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: {
      plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000001' },
      country: 'DE',
      locale: 'en',
      discount: { code: 'SPRING20' },
    },
  },
  answer: {
    session: {
      id: '01966f9e-3c80-7e1c-9b47-000000000038',
      expiry_date: '2027-05-12T09:01:00.000Z',
      customer: { email: null, external_id: null, id: null, metadata: {} },
      payment: { metadata: {} },
      plan: planOfClientSession,
      subscription: null,
      currency_details: {
        plan: {
          local: localPrice,
          payment: price,
          due_now: {
            local: {
              amount: 799,
              currency: 'EUR',
              currency_decimals: 2,
              currency_position: 'left',
              currency_symbol: '€',
              formatted_amount: '€7.99',
              currency_exchange_rate: 1,
              formatted_amount_rounded: '€7.99',
            },
            payment: priceOfPreviewCheckout,
          },
          trial: null,
        },
      },
    },
    subscription: null,
    tax_address: null,
    client_token: null,
    unwanted_payment: null,
    quote: {
      id: 'quote_01966f9e-3c80-7e1c-9b47-000000000039',
      at: '2027-05-11T09:01:00.000Z',
      expires_at: '2027-05-11T09:31:00.000Z',
      lines: [
        { kind: 'plan', label: 'Reader', amount: 999 },
        { kind: 'discount', label: 'Spring', amount: -200 },
      ],
      subtotal: 799,
      tax: { amount: 0, behavior: null, rate: null, kind: null, breakdown: [] },
      due_now: { amount: 799, currency: 'EUR' },
      next_charge: { amount: 799, currency: 'EUR', at: '2027-06-11T09:01:00.000Z' },
      recurring: { amount: 999, currency: 'EUR', interval: 'months', interval_count: 1 },
      hash: '7f6d0b5c2a9e4813',
    },
    quote_display: {
      lines: [
        { kind: 'plan', label: 'Reader', formatted_amount: '€9.99' },
        { kind: 'discount', label: 'Spring', formatted_amount: '−€2.00' },
      ],
      due_now: priceOfPreviewCheckout,
      due_now_local: null,
      next_charge: { formatted_amount: '€7.99', date: 'June 11, 2027' },
      later_charges: [
        {
          amount: 799,
          formatted_amount: '€7.99',
          date: 'June 11, 2027',
          lines: [
            { kind: 'plan', label: 'Reader', formatted_amount: '€9.99' },
            { kind: 'discount', label: 'Spring', formatted_amount: '−€2.00' },
          ],
        },
        { amount: 999, formatted_amount: '€9.99', date: 'August 11, 2027', lines: [] },
      ],
      recurring: { formatted_amount: '€9.99' },
      trial_end: null,
      tax: null,
    },
    allow_codes: false,
    discount: {
      id: 'disc_01966f9e-3c80-7e1c-9b47-000000000037',
      name: 'Spring',
      percent_off: 20,
      amount_off: null,
      duration: 'periods',
      periods_left: 3,
      code: 'SPRING20',
      formatted_off: '20%',
      formatted_amount: '€7.99',
      ends: { at: '2027-08-11T09:01:00.000Z', date: 'August 11, 2027', formatted_amount: '€9.99' },
    },
    wallet_frames: [],
    refusal: null,
    purpose: 'subscribe',
    payment: null,
    payment_methods: [],
    missing: [],
    phase: 'open',
    needs_method: true,
    method_kinds: ['CARD', 'PAYPAL', 'VENMO', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY'],
    connections,
    merchant: merchantOfFindPortal,
    consent,
    locale: 'en',
    mode: 'sandbox',
    frame_origin: null,
    now: { wall: '2027-03-02T09:00:00.000Z', billing: '2027-05-11T09:01:00.000Z' },
  },
}
