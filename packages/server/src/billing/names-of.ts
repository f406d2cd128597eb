/** Whom and what a payment or a renewal works on. */
export interface WorksOn {
  readonly customerId: string
  readonly subscriptionId: string | null
}

/** The names of what is worked on, as they are locked (decisions 10). */
export const namesOf = ({ customerId, subscriptionId }: WorksOn): readonly string[] => [
  `customer:${customerId}`,
  ...(subscriptionId === null ? [] : [`subscription:${subscriptionId}`]),
]
