import { inOrganization } from '../../store/in-organization.ts'
import type { ObligationRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'
import { findChargeToAskAbout } from '../payments/find-charge.ts'
import { knownCallOf } from './known-call.ts'

/** The state of an authorization: its money is still held, was captured, or was released. */
export type AuthorizationState = 'held' | 'captured' | 'released'

/** Queries the processor for the state of a payment's authorization; `undefined` if the processor does not answer or does not know. */
export const lookUpAuthorization = async (
  { database, processors, logger }: Billing,
  { organizationId, paymentId }: Pick<ObligationRow, 'organizationId' | 'paymentId'>,
): Promise<AuthorizationState | undefined> => {
  const authorized = await findChargeToAskAbout(inOrganization(database, organizationId), paymentId)
  const seen = await processors
    .of(authorized.connection)
    .lookUp(authorized.processorKey, knownCallOf(authorized))
    .catch((error: unknown) => {
      logger.warn({ payment: paymentId, err: error }, 'the query to the processor failed; the server will retry')
      return undefined
    })
  switch (seen?.kind) {
    case 'approved':
      return stateOf(seen)
    case 'declined':
    case 'abandoned':
    case 'failed':
      return 'released'
    case 'unknown':
    case 'taken':
    case 'action_required':
    case undefined:
      return undefined
  }
}

const stateOf = ({ captured, released = false }: { captured: boolean; released?: boolean }): AuthorizationState => {
  if (captured) return 'captured'
  return released ? 'released' : 'held'
}
