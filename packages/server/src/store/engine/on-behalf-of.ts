import { AsyncLocalStorage } from 'node:async_hooks'

const organizations = new AsyncLocalStorage<string>()

/** Does something on behalf of an organization: what it asks of the database counts as that organization's share. */
export const onBehalfOf = <Result>(organizationId: string, run: () => Result): Result =>
  organizations.run(organizationId, run)

/** On whose behalf the running code works; {@link nobody} before it is known. */
export const currentOrganization = (): string => organizations.getStore() ?? nobody

/** Stands for the server's own work, and for requests of which it is not known yet who sent them. */
export const nobody = 'nobody'
