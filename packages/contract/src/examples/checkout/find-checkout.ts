import type { OperationExample } from '../operation-example.ts'
import { clientSessionOfFindCheckout, connections, consent, merchant, quoteDisplay } from './shared.ts'

/** What a server answered to a request of `findCheckout`. */
export const findCheckoutExample: OperationExample = {
  request: { params: { session_id: '01966f9e-3c80-7e1c-9b47-000000000004' }, query: {} },
  answer: {
    session: clientSessionOfFindCheckout,
    client_token: 'eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJjaGVja291dCJ9.c2lnbmF0dXJl',
    purpose: 'subscribe',
    missing: [],
    phase: 'open',
    payment: null,
    unwanted_payment: null,
    quote: {
      id: 'quote_01966f9e-3c80-7e1c-9b47-000000000005',
      at: '2027-03-02T09:00:00.000Z',
      expires_at: '2027-03-02T09:30:00.000Z',
      lines: [{ kind: 'plan', label: 'Reader', amount: 999 }],
      subtotal: 999,
      tax: { amount: 0, behavior: null, rate: null, kind: null, breakdown: [] },
      due_now: { amount: 999, currency: 'EUR' },
      next_charge: { amount: 999, currency: 'EUR', at: '2027-04-02T09:00:00.000Z' },
      recurring: { amount: 999, currency: 'EUR', interval: 'months', interval_count: 1 },
      hash: '7f6d0b5c2a9e4813',
    },
    quote_display: quoteDisplay,
    allow_codes: false,
    discount: null,
    subscription: null,
    payment_methods: [],
    method_kinds: ['CARD', 'PAYPAL', 'VENMO', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY'],
    connections,
    wallet_frames: [],
    refusal: null,
    merchant,
    consent,
    tax_address: null,
    locale: 'en',
    mode: 'sandbox',
    frame_origin: null,
    now: { wall: '2027-03-02T09:00:00.000Z', billing: '2027-03-02T09:00:00.000Z' },
  },
}
