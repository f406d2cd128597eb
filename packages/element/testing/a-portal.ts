import type { Portal } from '@billing-checkout/contract'

type Subscription = Portal['subscriptions'][number]
type Method = Portal['payment_methods'][number]

const visa: Method = {
  id: 'pm_visa',
  type: 'CARD',
  brand: 'visa',
  last4: '4242',
  exp_month: 8,
  exp_year: 2029,
  label: null,
}
const mastercard: Method = { ...visa, id: 'pm_master', brand: 'mastercard', last4: '4444', exp_month: 1 }

/** An active monthly subscription with a yearly alternative; `wishes` override its members. */
export const aPortalSubscription = (wishes: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  status: 'active',
  plan: {
    id: 'price_month',
    name: 'Monthly',
    formatted_amount: '€10.00',
    formatted_units: null,
    interval: 'months',
    interval_count: 1,
  },
  scheduled_change: null,
  end_date: null,
  period_end: 'April 3, 2027',
  next_charge: {
    amount: 1190,
    formatted_amount: '€11.90',
    date: 'April 3, 2027',
    lines: [
      { kind: 'plan', label: 'Monthly', formatted_amount: '€10.00' },
      { kind: 'tax', label: '19%', formatted_amount: '€1.90' },
    ],
  },
  discount: null,
  method: visa,
  quantities: null,
  alternatives: [
    {
      id: 'price_year',
      name: 'Yearly',
      formatted_amount: '€100.00',
      formatted_units: null,
      interval: 'years',
      interval_count: 1,
    },
  ],
  ...wishes,
})

/** A customer's account as the server would return it. */
export const aPortal = (wishes: Partial<Portal> = {}): Portal => ({
  session: { id: 'portal_1', expires_at: '2027-03-10T10:00:00.000Z' },
  client_token: 'renewed',
  customer: {
    id: 'cus_1',
    full_name: 'Mina Okafor',
    email: 'mina@example.com',
    locale: 'en',
    tax_ids: [],
    address: {
      line1: 'Long Street 1',
      line2: null,
      city: 'Berlin',
      state: null,
      postal_code: '10115',
      country: 'DE',
    },
  },
  merchant: {
    name: 'Northern Light',
    terms_url: 'https://example.com/terms',
    privacy_url: 'https://example.com/privacy',
    support_email: 'help@example.com',
    cancel_url: null,
  },
  tax_id_types: ['eu_vat', 'ch_uid'],
  features: ['change_plan', 'resume', 'payment_methods', 'payments', 'address'],
  subscriptions: [aPortalSubscription()],
  payment_methods: [visa, mastercard],
  payments: [
    {
      id: 'pay_1',
      status: 'SETTLED',
      date: 'March 3, 2027',
      plan_name: 'Monthly',
      formatted_amount: '€11.90',
      formatted_refunded: '€2.00',
      lines: [
        { kind: 'plan', label: 'Monthly', formatted_amount: '€10.00' },
        { kind: 'tax', label: '19%', formatted_amount: '€1.90' },
      ],
      method: visa,
    },
  ],
  withdrawal_url: null,
  return_url: 'https://shop.example/account',
  locale: 'en',
  mode: 'sandbox',
  frame_origin: null,
  now: '2027-03-10T09:00:00.000Z',
  ...wishes,
})
