import { BillingError } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { sendJson } from '../send-json.ts'

/** Makes the server count the cookie: another site cannot send it without asking us first. */
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

/** Repeats the password, for operations that need it to have been typed within ten minutes. */
export const reauthenticate = (body: { readonly password: string }): Promise<DashboardSession> =>
  send('POST', '/dashboard-session/reauthenticate', body)

/** Makes the first user of an installation, with the code from the server's terminal. */
export const setUp = (body: {
  readonly code: string
  readonly email: string
  readonly name: string
  readonly password: string
}): Promise<DashboardSession> => send('POST', '/dashboard-set-up', body)

/** Joins by an invitation, or sets another password. A name is for people who have no account yet. */
export const acceptLink = (body: {
  readonly token: string
  readonly name?: string
  readonly password: string
}): Promise<DashboardSession> => send('POST', '/dashboard-invitation', body)

/** Makes an organization whose admin is the operator who sends it; `ask` repeats the password if that is wanted. */
export const createOrganization = (body: { readonly name: string }, ask: typeof fetch): Promise<DashboardSession> =>
  sendJson({ method: 'POST', path: '/dashboard-session/organizations', body, fetch: ask })

const send = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
  sendJson({ method, path, body, headers: dashboardHeaders })
