import { randomUUID } from 'node:crypto'
import type { AuthorizeRequest } from '@billing-checkout/server/processor'

/** A charge of 9.99 euros with a new method from Stripe's fields. */
export const aCharge = (token = 'pm_card_visa', more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  reference: `ref_${randomUUID()}`,
  amount: 999,
  currency: 'EUR',
  initiator: 'CIT',
  method: { kind: 'processor_token', token },
  customer: null,
  authentication: 'if_asked',
  returnUrl: 'https://shop.example/back',
  earlier: null,
  store: false,
  statementDescriptor: 'SHOP* PLAN',
  billingAddress: null,
  at: '2026-11-22T10:00:00.000Z',
  ...more,
})
