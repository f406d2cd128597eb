import type { BillingClient } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { hasRight, userRights } from '@billing-checkout/contract/dashboard'
import type { UserClient } from '../api/user-client.ts'
import { pathOfScreen, type ScreenName } from '../places/screen-location.ts'
import type { Format } from '../words/format.ts'
import type { Say } from '../words/say.ts'

/** The input of every screen: the user, the organization, the language, and clients of the server. */
export interface Context {
  readonly session: DashboardSession
  readonly organization: DashboardSession['organizations'][number]
  readonly client: BillingClient
  /** The client of the operations for dashboard users only. */
  readonly userClient: UserClient
  /** Sends a request as the user. */
  readonly send: typeof fetch
  readonly say: Say
  readonly format: Format
}

/** The address of a screen in the current organization. */
export const screenPath = (
  { organization }: Pick<Context, 'organization'>,
  screen: ScreenName,
  id: string | null = null,
  query: Readonly<Record<string, string>> = {},
): string => pathOfScreen(organization.id, screen, id, query)

/** Whether the user's role in this organization allows an operation. The server checks again, because a role may change at any time. */
export const isAllowed = (
  { session, organization }: Pick<Context, 'session' | 'organization'>,
  operation: keyof typeof userRights,
): boolean => {
  const right = userRights[operation]
  return right !== null && hasRight({ role: organization.role, isOperator: session.user.is_operator }, right)
}
