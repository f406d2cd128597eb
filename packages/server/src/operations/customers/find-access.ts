import { operations, Problem } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadAccess } from '../../presenters/customers/load-access.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** Answers GET /customers/{id}/access. */
export const findAccessRoute = ({ database }: Billing) =>
  route(operations.findAccess, async ({ params: { id }, query, call }) => {
    const isExternal = query.identified_by === 'external_id'
    const access = await loadAccess(
      inOrganization(database, call.organization.id),
      isExternal ? 'externalId' : 'id',
      id,
    )
    if (access === undefined && !isExternal) throw new Problem('not_found', `There is no customer ${id}.`)
    return { data: [...(access ?? [])] }
  })
