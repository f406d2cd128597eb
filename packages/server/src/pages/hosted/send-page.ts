import type { Request, Response } from 'express'
import type { Billing } from '../../billing/billing.ts'
import { reasonForNoPages } from '../../billing/links/our-pages.ts'
import type { Organization } from '../../organization/organization.ts'
import { firstLocale, languagesOf } from '../../presenters/languages/first-locale.ts'
import { formToken } from './form-token.ts'
import type { FormPage } from './hosted-document.ts'
import { endedLinkPage } from './recovery-page.ts'

/** Sends one of our pages. No browser stores it, unless the page's headers say otherwise. */
export const sendPage = (response: Response, { headers, html }: ReturnType<typeof endedLinkPage>): void =>
  void response.set(headers).send(html)

/** Sends the same page for every link that does not work, whatever the reason. */
export const sendEndedLink = (request: Request, response: Response): void =>
  sendPage(response.status(404), endedLinkPage(pageLocaleOf(request)))

/** If this server serves none of our own pages, answers 503 with the reason and returns true. */
export const refuseIfPagesOff = (parts: Billing, response: Response): boolean => {
  const reason = reasonForNoPages(parts)
  if (reason === null) return false
  response.status(503).set({ 'Cache-Control': 'no-store' }).type('txt').send(`${reason}\n`)
  return true
}

/** Our own origin, as page policies name it. */
export const serverOriginOf = ({ publicUrl }: Pick<Billing, 'publicUrl'>): string => new URL(publicUrl()).origin

/** The first valid locale of `preferred`; if none is valid, the first valid one of the browser's languages, or English. */
export const pageLocaleOf = (request: Request, ...preferred: readonly (string | null | undefined)[]): string =>
  firstLocale([...preferred, ...languagesOf(request.headers['accept-language'])])

/** The parts from which a merchant's page with a form is built. The form is posted to `path`. */
export const formPageOf = (
  parts: Billing,
  request: Request,
  organization: Organization,
  path = request.path,
): FormPage => ({
  organization,
  locale: pageLocaleOf(request),
  publicUrl: serverOriginOf(parts),
  token: formToken(parts, path),
})
