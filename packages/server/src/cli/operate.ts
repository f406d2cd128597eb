import { type Operation, type OperationName, Problem } from '@billing-checkout/contract'
import { readRequest } from '../http/requests/read-request.ts'
import type { ReadRequest } from '../http/route.ts'
import type { CallerContext } from '../organization/caller-context.ts'
import { loadOrganization } from '../organization/load-organization.ts'
import type { CommandContext } from './command-context.ts'

/** The input of an operation that a command calls. */
export interface SentByCommand {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
}

/** Calls an operation for the organization that the operator names. */
export const operate = async (
  context: CommandContext,
  organizationId: string,
  name: OperationName,
  { params = {}, query = {}, body }: SentByCommand,
): Promise<object> => {
  const route = context.billing.routes.find(({ operation }) => operation.name === name)
  if (route === undefined) throw new Problem('not_found', `There is no ${name} in this mode.`)
  const organization = await loadOrganization(context.store.database.db, organizationId)
  if (organization === undefined)
    throw new Problem('not_found', `There is no organization ${JSON.stringify(organizationId)}.`)
  const call: CallerContext = {
    organization,
    principal: { kind: 'merchant', keyId: 'command-line', scopes: null },
    requestId: 'command-line',
    address: 'command-line',
    wall: context.wallClock(),
    idempotency: null,
  }
  const read = readRequest(route.operation, { params, query, body })
  return (await route.answer({ ...read, call } as ReadRequest<Operation>)) as object
}
