import { AsyncLocalStorage } from 'node:async_hooks'

const organizations = new AsyncLocalStorage<string>()

/** Runs something on behalf of an organization: what it asks of the database counts as that organization's share. */
export const onBehalfOf = <Result>(organizationId: string, run: () => Result): Result =>
  organizations.run(organizationId, run)

/** The organization on whose behalf the running code works; {@link nobody} before that is known. */
export const currentOrganization = (): string => organizations.getStore() ?? nobody

/** Stands for the server's own work, and for requests whose sender is not known yet. */
export const nobody = 'nobody'
