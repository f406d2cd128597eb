import type { IdentityPurpose } from '#contract/index.ts'
import { type DashboardRequest, sendFrom } from '../services/dashboard.ts'
import type { Answer, RunningService } from '../services/running-service.ts'
import type { SoftwareIssuer } from './software-issuer.ts'

/** What a browser brings back from the issuer. */
export interface IssuerCallback {
  /** The cookie that was set when the sign-in began. The browser sends it back with `query`. */
  readonly secret: string
  readonly query: string
}

/** A browser's requests to the dashboard and the issuer, one at a time. */
export interface BrowserAtIssuer {
  send(method: string, path: string, asked?: DashboardRequest): Promise<Answer>
  /** Requests the issuer's address without going there. */
  begin(purpose: IdentityPurpose, cookie?: string): Promise<Answer>
  /** Goes to the issuer and back. */
  visit(purpose?: IdentityPurpose, cookie?: string): Promise<IssuerCallback>
  /** Posts what the browser brought back, to sign in. */
  finish(brought: IssuerCallback, more?: { readonly invitation?: string }): Promise<Answer>
  /** Posts what the browser brought back, to confirm the identity of the session's user. */
  confirm(brought: IssuerCallback, cookie: string): Promise<Answer>
  /** Takes all steps of a sign-in. */
  signIn(more?: { readonly invitation?: string }): Promise<Answer>
}

/** A browser in a network with the given number. Each test needs another network, because tries are counted per network. */
export const browserAtIssuer = (
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

/** The value of the cookie that a browser needs when it returns from the issuer; empty if the answer sets none. */
export const secretOf = ({ headers }: Answer): string => {
  const cookies = headers.getSetCookie().map((cookie) => /^billing_dashboard_identity=([\w-]*)/.exec(cookie)?.[1])
  return cookies.find((value) => value !== undefined) ?? ''
}
