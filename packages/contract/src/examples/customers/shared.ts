import { samplePaymentMethod } from '../payments/shared.ts'
import { sampleSubscription } from '../subscriptions/shared.ts'

/** Part of the examples of findCustomer and findCustomers. */
export const sampleCustomer = {
  id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
  external_id: 'user-17',
  full_name: 'Mina Okafor',
  email: 'mina@example.com',
  phone: null,
  locale: 'en',
  address: { city: 'Berlin', line1: null, line2: null, state: null, country: 'DE', postal_code: '10115' },
  metadata: { tier: 'gold' },
  payment_methods: [samplePaymentMethod],
  subscriptions: [sampleSubscription],
  tax_ids: [{ type: 'eu_vat', value: 'IE6433435F' }],
  balances: [],
  created_at: '2027-03-02T09:00:00.000Z',
  updated_at: '2027-03-02T09:00:00.000Z',
  erased_at: null,
}
