import { BillingError } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { requestJson } from '../request-json.ts'

/** The server requires this header together with the cookie, because another site cannot send it without a CORS preflight. */
export const dashboardHeaders = { 'X-Billing-Dashboard': '1' } as const

/** The session of this browser; null if no user is signed in. */
export const findSession = async (): Promise<DashboardSession | null> => {
  try {
    return await send('GET', '/dashboard-session')
  } catch (error) {
    if (error instanceof BillingError && error.status === 401) return null
    throw error
  }
}

/** Signs a user in; the server sets the cookie. */
export const signIn = (body: { readonly email: string; readonly password: string }): Promise<DashboardSession> =>
  send('POST', '/dashboard-session', body)

/** Ends the session of this browser. */
export const signOut = (): Promise<unknown> => send('DELETE', '/dashboard-session')

/** Sends the password again, for operations that require a password typed within the last ten minutes. */
export const reauthenticateWithPassword = (body: { readonly password: string }): Promise<DashboardSession> =>
  send('POST', '/dashboard-session/reauthenticate', body)

/** Creates the first user of an installation, with the set-up code that the server printed in its terminal. */
export const createFirstUser = (body: {
  readonly code: string
  readonly email: string
  readonly name: string
  readonly password: string
}): Promise<DashboardSession> => send('POST', '/dashboard-set-up', body)

/** Accepts an invitation or resets a password. A new user also sends a name. */
export const redeemOneTimeLink = (body: {
  readonly token: string
  readonly name?: string
  readonly password: string
}): Promise<DashboardSession> => send('POST', '/dashboard-invitation', body)

/** Creates an organization whose admin is the operator who sends the request. `ask` prompts for the password if the server requires it. */
export const createOrganization = (body: { readonly name: string }, ask: typeof fetch): Promise<DashboardSession> =>
  requestJson({ method: 'POST', path: '/dashboard-session/organizations', body, fetch: ask })

const send = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
  requestJson({ method, path, body, headers: dashboardHeaders })
