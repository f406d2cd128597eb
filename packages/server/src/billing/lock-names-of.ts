import type { CustomerRow } from '../store/rows.ts'

/** The customer and the subscription that a payment or a renewal concerns. */
export interface ChargeSubject {
  readonly customerId: string
  readonly subscriptionId: string | null
}

/** The names that a buyer is locked by: two sessions meet even if one knows the customer and the other only the e-mail address. */
export const lockNamesOfCustomer = ({ id, email }: Pick<CustomerRow, 'id' | 'email'>): readonly string[] => [
  `customer:${id}`,
  ...(email === null ? [] : [`email:${email.toLowerCase()}`]),
]

/** The names that a charge or change is locked by, so that those of one customer or subscription go one after another. */
export const lockNamesOf = ({ customerId, subscriptionId }: ChargeSubject): readonly string[] => [
  `customer:${customerId}`,
  ...(subscriptionId === null ? [] : [`subscription:${subscriptionId}`]),
]
