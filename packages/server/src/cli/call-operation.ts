import { type Operation, type OperationName, Problem } from '@billing-checkout/contract'
import { readRequest } from '../http/requests/read-request.ts'
import type { AuthenticatedRequest } from '../http/route.ts'
import type { CallerContext } from '../organization/caller-context.ts'
import type { CommandContext } from './command-context.ts'
import { findOrganization } from './operator/organization-commands.ts'

/** Calls an operation for the organization that the operator names. */
export const callOperation = async (
  context: CommandContext,
  organizationId: string,
  name: OperationName,
  sent: { readonly params?: Readonly<Record<string, string>>; readonly query?: unknown; readonly body?: unknown },
): Promise<object> => {
  const route = context.billing.routes.find(({ operation }) => operation.name === name)
  if (route === undefined) throw new Problem('not_found', `There is no ${name} in this mode.`)
  const call: CallerContext = {
    organization: await findOrganization(context, organizationId),
    principal: { kind: 'merchant', keyId: 'command-line', scopes: null },
    requestId: 'command-line',
    address: 'command-line',
    wall: context.wallClock(),
    idempotency: null,
  }
  const read = readRequest(route.operation, { params: {}, query: {}, body: undefined, ...sent })
  return (await route.answer({ ...read, call } as AuthenticatedRequest<Operation>)) as object
}
