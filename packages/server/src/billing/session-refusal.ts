import { Problem } from '@billing-checkout/contract'
import type { RawBuilder } from 'kysely'
import { inOrganization } from '../store/in-organization.ts'
import type { Write } from '../store/writes/write.ts'
import type { Billing } from './billing.ts'

/** The changes to a session whose payment was refused, so that its next quote or payment differs. */
interface RefusedSession {
  readonly trialRefused?: true
  readonly discountRefused?: true
  readonly members?: RawBuilder<string>
}

/** The refusal of a payment that also changes the session `id`; see {@link changeSessionAndRethrow}. */
export class SessionRefusal extends Problem {
  readonly organizationId: string
  readonly id: string
  readonly change: RefusedSession

  constructor(
    { organizationId }: Pick<Write, 'organizationId'>,
    id: string,
    change: RefusedSession,
    ...problem: ConstructorParameters<typeof Problem>
  ) {
    super(...problem)
    this.organizationId = organizationId
    this.id = id
    this.change = change
  }
}

/**
 * Rethrows an error. If the error is a {@link SessionRefusal}, this first changes its session. The refusal rolled back its own transaction,
 * so the session needs a separate write.
 */
export const changeSessionAndRethrow = async (
  { database }: Pick<Billing, 'database'>,
  error: unknown,
): Promise<never> => {
  if (error instanceof SessionRefusal)
    await inOrganization(database, error.organizationId)
      .updateTable('clientSessions')
      .set(error.change)
      .where('id', '=', error.id)
      .execute()
  throw error
}
