import type { CustomerRow } from '../store/rows.ts'

/** Whom and what a payment or a renewal works on. */
export interface WorksOn {
  readonly customerId: string
  readonly subscriptionId: string | null
}

/** The names of a buyer: a session that knows no more than the e-mail address meets one that knows the customer (decisions 7). */
export const namesOfCustomer = ({ id, email }: Pick<CustomerRow, 'id' | 'email'>): readonly string[] => [
  `customer:${id}`,
  ...(email === null ? [] : [`email:${email.toLowerCase()}`]),
]

/** The names of what is worked on, as they are locked (decisions 10). */
export const namesOf = ({ customerId, subscriptionId }: WorksOn): readonly string[] => [
  `customer:${customerId}`,
  ...(subscriptionId === null ? [] : [`subscription:${subscriptionId}`]),
]
