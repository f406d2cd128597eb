import { AsyncLocalStorage } from 'node:async_hooks'

const organizations = new AsyncLocalStorage<string>()

/** Does something on behalf of an organization: what it asks of the database counts as that organization's share. */
export const onBehalfOf = <Result>(organizationId: string, run: () => Result): Result =>
  organizations.run(organizationId, run)

/** On whose behalf the running code works; `nobody` before it is known. */
export const currentOrganization = (): string => organizations.getStore() ?? 'nobody'
