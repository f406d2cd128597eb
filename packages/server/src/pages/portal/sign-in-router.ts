import { emailInput } from '@billing-checkout/contract'
import { type Request, type Response, Router, urlencoded } from 'express'
import { signInPath } from '../../billing/links/our-pages.ts'
import {
  findBegunPortal,
  requestSignInEmail,
  findSignIn,
  findSignInOrganization,
  signIn,
} from '../../billing/portal/sign-in.ts'
import { requestLocalsOf, actorOf } from '../../http/requests/request-locals.ts'
import type { Organization } from '../../organization/organization.ts'
import { isOwnForm, formFieldOf } from '../hosted/form-token.ts'
import type { HostedPagesDependencies } from '../hosted/hosted-router.ts'
import { formPageOf, sendEndedLink, sendPage } from '../hosted/send-page.ts'
import { portalCookieOfForm, setPortalCookie } from './portal-cookie.ts'
import { signInForm, signInLinkPage, signInSentPage } from './sign-in-pages.ts'

/** The pages on which customers sign in to the portal by email. They work without a script, and answer the same for every address. */
export const signInRouter = (parts: HostedPagesDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.post('/portal/sign-in', urlencoded({ extended: false, limit: '16kb' }), async (request, response) => {
    requestLocalsOf(response).pattern = '/portal/sign-in'
    const organization = await findSignInOrganization(parts, organizationIdIn(request))
    if (organization === undefined) return void sendEndedLink(request, response)
    requestLocalsOf(response).organizationId = organization.id
    if (!isOwnForm(parts, request, formOf(organization)))
      return void response.redirect(303, signInPath(organization.id))
    const refused = formFieldOf(request, 'email')
    const { data: email } = emailInput.safeParse(refused.trim())
    if (email === undefined)
      return sendSignInForm(parts, request, response.status(400), { organization, isSignedOut: false, refused })
    const page = formPageOf(parts, request, organization)
    await requestSignInEmail(parts, organization, { email, locale: page.locale }, actorOf(request, response))
    sendPage(response, signInSentPage(page, email))
  })
  router.get('/portal/sign-in/:token', async (request, response) => {
    requestLocalsOf(response).pattern = '/portal/sign-in/{token}'
    const found = await findSignIn(parts, request.params.token)
    if (found === undefined) return void sendEndedLink(request, response)
    requestLocalsOf(response).organizationId = found.organization.id
    sendPage(response, signInLinkPage(formPageOf(parts, request, found.organization), found.accounts))
  })
  router.post('/portal/sign-in/:token', urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
    requestLocalsOf(response).pattern = '/portal/sign-in/{token}'
    if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
    const token = request.params['token'] as string
    const cookie = portalCookieOfForm(parts, request)
    const chosen = formFieldOf(request, 'account') || null
    const actor = actorOf(request, response)
    const begun = (await signIn(parts, token, { chosen, cookie }, actor)) ?? (await findBegunPortal(parts, cookie))
    if (begun === undefined) return void sendEndedLink(request, response)
    if (begun === 'unchosen') return void response.redirect(303, request.path)
    setPortalCookie(parts, response, cookie)
    response.redirect(303, signInPath(begun.organizationId))
  })
  return router
}

/** Sends the form in which a customer enters the address of their account. */
export const sendSignInForm = (
  parts: HostedPagesDependencies,
  request: Request,
  response: Response,
  form: { readonly organization: Organization; readonly isSignedOut: boolean; readonly refused: string | null },
): void =>
  sendPage(
    response,
    signInForm({ ...form, ...formPageOf(parts, request, form.organization, formOf(form.organization)) }),
  )

/** The id of the organization in a request; empty if there is none. */
export const organizationIdIn = (request: Request): string => {
  const { organization } = request.query
  return typeof organization === 'string' ? organization : ''
}

const formOf = ({ id }: Organization): string => `/portal/sign-in?organization=${id}`
