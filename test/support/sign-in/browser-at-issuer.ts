import type { IdentityPurpose } from '#contract/index.ts'
import { type DashboardRequest, sendFrom } from '../services/dashboard.ts'
import type { Answer, RunningService } from '../services/running-service.ts'
import type { SoftwareIssuer } from './software-issuer.ts'

/** A browser that was sent to the issuer, and what it brings back. */
export interface BroughtBack {
  /** The cookie that it keeps meanwhile. */
  readonly secret: string
  readonly query: string
}

/** What a browser does with the dashboard and the issuer, one request at a time. */
export interface BrowserAtIssuer {
  send(method: string, path: string, asked?: DashboardRequest): Promise<Answer>
  /** Requests the address of the issuer, without going there. */
  begin(purpose: IdentityPurpose, cookie?: string): Promise<Answer>
  /** Goes to the issuer and back. */
  visit(purpose?: IdentityPurpose, cookie?: string): Promise<BroughtBack>
  /** Posts what was brought back, to sign in. */
  finish(brought: BroughtBack, more?: { readonly invitation?: string }): Promise<Answer>
  /** Posts what was brought back, to confirm who the session's user is. */
  confirm(brought: BroughtBack, cookie: string): Promise<Answer>
  /** Signs in, all steps of it. */
  signIn(more?: { readonly invitation?: string }): Promise<Answer>
}

/** A browser from a network of its own, whose number is given, because the tries of a network are counted. */
export const browserAt = (
  service: RunningService,
  issuer: () => SoftwareIssuer,
  network: () => number,
): BrowserAtIssuer => {
  const browser: BrowserAtIssuer = {
    send: (method, path, { headers, ...asked } = {}) =>
      sendFrom(service, method, `/dashboard-session${path}`, {
        ...asked,
        headers: { 'X-Forwarded-For': `203.0.113.${network()}`, ...headers },
      }),
    begin: (purpose, cookie) =>
      browser.send('POST', '/identity-requests', { body: { purpose }, ...(cookie !== undefined && { cookie }) }),
    async visit(purpose = 'sign_in', cookie) {
      const begun = await browser.begin(purpose, cookie)
      return { secret: secretOf(begun), query: await issuer().visit(String(begun.body.url)) }
    },
    finish: ({ secret, query }, more = {}) =>
      browser.send('POST', '/with-identity', {
        body: { query, ...more },
        headers: { Cookie: `billing_dashboard_identity=${secret}` },
      }),
    confirm: ({ secret, query }, cookie) =>
      browser.send('POST', '/reauthenticate-with-identity', {
        body: { query },
        headers: { Cookie: `billing_dashboard=${cookie}; billing_dashboard_identity=${secret}` },
      }),
    signIn: async (more) => browser.finish(await browser.visit(), more),
  }
  return browser
}

/** The cookie that a browser keeps until it is back. */
export const secretOf = ({ headers }: Answer): string => {
  const cookies = headers.getSetCookie().map((cookie) => /^billing_dashboard_identity=([\w-]*)/.exec(cookie)?.[1])
  return cookies.find((value) => value !== undefined) ?? ''
}
