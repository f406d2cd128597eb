import { foldText } from '@billing-checkout/domain'
import type { CustomerRow } from '../store/rows.ts'

/**
 * Names of advisory locks, for decisions that have no row to lock yet. Servers of other versions lock the same names, so the texts must not
 * change.
 */
export const lockName = {
  customer: (id: string): string => `customer:${id}`,
  externalId: (externalId: string): string => `external:${externalId}`,
  email: (email: string): string => `email:${foldText(email)}`,
  subscription: (id: string): string => `subscription:${id}`,
  card: (fingerprint: string): string => `card:${fingerprint}`,
  address: (hash: string): string => `address:${hash}`,
  cardOfAddress: (fingerprint: string, hash: string): string => `card:${fingerprint} address:${hash}`,
  velocity: (per: string, value: string): string => `velocity ${per}:${value}`,
} as const

/** The customer and the subscription that a payment or a renewal concerns. */
export interface ChargeSubject {
  readonly customerId: string
  readonly subscriptionId: string | null
}

/** The lock names of a buyer. Two sessions conflict even if one knows the customer and the other only the e-mail address. */
export const lockNamesOfCustomer = ({ id, email }: Pick<CustomerRow, 'id' | 'email'>): readonly string[] => [
  lockName.customer(id),
  ...(email === null ? [] : [lockName.email(email)]),
]

/** The lock names of a charge or change. These locks make charges and changes of one customer or subscription run one after another. */
export const lockNamesOf = ({ customerId, subscriptionId }: ChargeSubject): readonly string[] => [
  lockName.customer(customerId),
  ...(subscriptionId === null ? [] : [lockName.subscription(subscriptionId)]),
]
