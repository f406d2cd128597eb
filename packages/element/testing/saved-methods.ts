import type { Checkout } from '@billing-checkout/contract'

/** A Visa card, and a Mastercard that has expired. */
export const savedMethods: Checkout['payment_methods'] = [
  { id: 'pm_1', type: 'CARD', brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2029, label: null },
  { id: 'pm_2', type: 'CARD', brand: 'mastercard', last4: '4444', exp_month: 2, exp_year: 2025, label: null },
]
