import { subscription } from '../subscriptions/shared.ts'

/** Shown by createPayment, refundPayment, findPayment, findPayments, findCustomer, findCustomers and detachPaymentMethod. */
export const paymentMethod = {
  id: 'pm_01966f9e-3c80-7e1c-9b47-000000000011',
  type: 'CARD',
  details: {
    bin: '424242',
    last4: '4242',
    number: '424242******4242',
    bin_data: {
      type: 'unknown',
      brand: 'visa',
      issuer: null,
      country: null,
      funding: 'unknown',
      description: null,
      currency_code: null,
    },
    exp_year: 2030,
    exp_month: 12,
    is_network_tokenized: false,
  },
  billing_address: null,
}

/** Shown by findCustomer and findCustomers. */
export const customer = {
  id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
  external_id: 'user-17',
  full_name: 'Mina Okafor',
  email: 'mina@example.com',
  phone: null,
  address: { city: 'Berlin', line1: null, line2: null, state: null, country: 'DE', postal_code: '10115' },
  metadata: { tier: 'gold' },
  payment_methods: [paymentMethod],
  subscriptions: [subscription],
  created_at: '2027-03-02T09:00:00.000Z',
  updated_at: '2027-03-02T09:00:00.000Z',
  erased_at: null,
}
