import type { BillingClient } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { pathOf, type ScreenName } from '../places/place.ts'
import type { Format } from '../words/format.ts'
import type { Say } from '../words/say.ts'

/** What every screen is drawn with: who looks, in which organization and language, and how to ask the server. */
export interface Context {
  readonly session: DashboardSession
  readonly organization: DashboardSession['organizations'][number]
  readonly client: BillingClient
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
