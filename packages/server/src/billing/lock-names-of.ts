import { foldText } from '@billing-checkout/domain'
import type { CustomerRow } from '../store/rows.ts'

/**
 * The names under which transactions lock what they decide by before there is a row to lock. Servers of other versions lock the same
 * text, so it stays as it is.
 */
export const lockName = {
  customer: (id: string): string => `customer:${id}`,
  externalId: (externalId: string): string => `external:${externalId}`,
  email: (email: string): string => `email:${foldText(email)}`,
  subscription: (id: string): string => `subscription:${id}`,
  card: (fingerprint: string): string => `card:${fingerprint}`,
  address: (hash: string): string => `address:${hash}`,
  velocity: (per: string, value: string): string => `velocity ${per}:${value}`,
} as const

/** The customer and the subscription that a payment or a renewal concerns. */
export interface ChargeSubject {
  readonly customerId: string
  readonly subscriptionId: string | null
}

/** The names that a buyer is locked by: two sessions meet even if one knows the customer and the other only the e-mail address. */
export const lockNamesOfCustomer = ({ id, email }: Pick<CustomerRow, 'id' | 'email'>): readonly string[] => [
  lockName.customer(id),
  ...(email === null ? [] : [lockName.email(email)]),
]

/** The names that a charge or change is locked by, so that those of one customer or subscription go one after another. */
export const lockNamesOf = ({ customerId, subscriptionId }: ChargeSubject): readonly string[] => [
  lockName.customer(customerId),
  ...(subscriptionId === null ? [] : [lockName.subscription(subscriptionId)]),
]
