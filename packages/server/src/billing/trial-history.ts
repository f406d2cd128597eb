import type { Database } from '../store/database.ts'

/** Who asks for a trial: a known customer, or only an e-mail address. */
export interface TrialSeeker {
  readonly customerId: string | null
  readonly email: string | null
  readonly planId: string
}

/** Whether this customer, or anyone of this e-mail address, has had the plan's trial before (decisions 7). */
export const hadTrial = async (
  db: Database,
  organizationId: string,
  { customerId, email, planId }: TrialSeeker,
): Promise<boolean> => {
  if (customerId === null && email === null) return false
  const found = await db
    .selectFrom('subscriptions')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.organizationId', '=', 'subscriptions.organizationId')
        .onRef('customers.id', '=', 'subscriptions.customerId'),
    )
    .select('subscriptions.id')
    .where('subscriptions.organizationId', '=', organizationId)
    .where('subscriptions.planId', '=', planId)
    .where('subscriptions.trialEndsAt', 'is not', null)
    .where((either) =>
      either.or([
        ...(customerId === null ? [] : [either('subscriptions.customerId', '=', customerId)]),
        ...(email === null ? [] : [either('customers.normalizedEmail', '=', email.toLowerCase())]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a card has paid for, or verified, this plan's trial before, whoever held it (decisions 7). */
export const cardHadTrial = async (
  db: Database,
  organizationId: string,
  fingerprint: string,
  planId: string,
): Promise<boolean> => {
  const found = await db
    .selectFrom('payments')
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.organizationId', '=', 'payments.organizationId')
        .onRef('subscriptions.id', '=', 'payments.subscriptionId'),
    )
    .select('payments.id')
    .where('payments.organizationId', '=', organizationId)
    .where('payments.fingerprint', '=', fingerprint)
    .where('payments.planId', '=', planId)
    .where('subscriptions.trialEndsAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
