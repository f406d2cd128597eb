import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadDeclarations } from '../../presenters/declarations/load-declarations.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { found } from '../found.ts'

/** Answers GET /declarations/{id}. */
export const findDeclarationRoute = ({ database }: Billing) =>
  route(operations.findDeclaration, async ({ params: { id }, call }) =>
    found(await loadDeclarations(inOrganization(database, call.organization.id), [id]), 'declaration', id),
  )
