import type { BillingClient } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { hasRight, userRights } from '@billing-checkout/contract/dashboard'
import type { UserClient } from '../api/user-client.ts'
import { pathOf, type ScreenName } from '../places/place.ts'
import type { Format } from '../words/format.ts'
import type { Say } from '../words/say.ts'

/** What every screen is drawn with: who looks, in which organization and language, and how to ask the server. */
export interface Context {
  readonly session: DashboardSession
  readonly organization: DashboardSession['organizations'][number]
  readonly client: BillingClient
  /** The operations for users alone. */
  readonly userClient: UserClient
  /** Sends a request as the user. */
  readonly send: typeof fetch
  readonly say: Say
  readonly format: Format
}

/** The address of a screen in the organization that is shown. */
export const pathIn = (
  { organization }: Pick<Context, 'organization'>,
  screen: ScreenName,
  id: string | null = null,
  query: Readonly<Record<string, string>> = {},
): string => pathOf(organization.id, screen, id, query)

/** Whether the role of the user allows an operation here. The server decides again, because a role may change at any time. */
export const may = (
  { session, organization }: Pick<Context, 'session' | 'organization'>,
  operation: keyof typeof userRights,
): boolean => {
  const right = userRights[operation]
  return right !== null && hasRight({ role: organization.role, isOperator: session.user.is_operator }, right)
}
