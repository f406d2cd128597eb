import { emailInput } from '@billing-checkout/contract'
import { type Request, type Response, Router, urlencoded } from 'express'
import { signInPath } from '../../billing/links/our-pages.ts'
import {
  findBegunPortal,
  askToSignIn,
  findSignIn,
  findSignInOrganization,
  signIn,
} from '../../billing/portal/sign-in.ts'
import { addressOf } from '../../http/proxies/address-of.ts'
import { factsOf } from '../../http/requests/request-facts.ts'
import type { Organization } from '../../organization/organization.ts'
import { formToken, isOwnForm } from '../hosted/form-token.ts'
import type { HostedParts } from '../hosted/hosted-router.ts'
import { localeOf, originOf, sendEnded, sendPage } from '../hosted/send-page.ts'
import { cookieOfForm, setPortalCookie } from './portal-cookie.ts'
import { signInForm, signInLinkPage, signInSentPage } from './sign-in-pages.ts'

/** The pages on which customers sign in to the portal by email. They work without a script, and answer the same for every address. */
export const signInRouter = (parts: HostedParts): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.post('/portal/sign-in', urlencoded({ extended: false, limit: '16kb' }), async (request, response) => {
    factsOf(response).pattern = '/portal/sign-in'
    const organization = await findSignInOrganization(parts, organizationIdIn(request))
    if (organization === undefined) return void sendEnded(request, response)
    factsOf(response).organizationId = organization.id
    const { email: typed } = (request.body ?? {}) as { readonly email?: unknown }
    const written = typeof typed === 'string' ? typed : ''
    if (!isOwnForm(parts, request, formOf(organization)))
      return void response.redirect(303, signInPath(organization.id))
    const email = emailInput.safeParse(written.trim())
    if (!email.success)
      return sendSignInForm(parts, request, response.status(400), {
        organization,
        isSignedOut: false,
        refused: written,
      })
    const locale = localeOf(request)
    const { requestId } = factsOf(response)
    await askToSignIn(parts, organization, { email: email.data, locale }, { address: addressOf(request), requestId })
    sendPage(response, signInSentPage({ organization, locale, publicUrl: originOf(parts), email: email.data }))
  })
  router.get('/portal/sign-in/:token', async (request, response) => {
    factsOf(response).pattern = '/portal/sign-in/{token}'
    const found = await findSignIn(parts, request.params.token)
    if (found === undefined) return void sendEnded(request, response)
    factsOf(response).organizationId = found.organization.id
    const { organization, accounts } = found
    const token = formToken(parts, request.path)
    const page = { organization, accounts, locale: localeOf(request), publicUrl: originOf(parts), token }
    sendPage(response, signInLinkPage(page))
  })
  router.post('/portal/sign-in/:token', urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
    factsOf(response).pattern = '/portal/sign-in/{token}'
    if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
    const { account } = (request.body ?? {}) as { readonly account?: unknown }
    const { requestId } = factsOf(response)
    const token = request.params['token'] as string
    const cookie = cookieOfForm(parts, request)
    const chosen = typeof account === 'string' ? account : null
    const actor = { address: addressOf(request), requestId }
    const begun = (await signIn(parts, token, { chosen, cookie }, actor)) ?? (await findBegunPortal(parts, cookie))
    if (begun === undefined) return void sendEnded(request, response)
    if (begun === 'unchosen') return void response.redirect(303, request.path)
    setPortalCookie(parts, response, cookie)
    response.redirect(303, signInPath(begun.organizationId))
  })
  return router
}

/** Sends the form in which a customer enters the address of their account. */
export const sendSignInForm = (
  parts: HostedParts,
  request: Request,
  response: Response,
  form: { readonly organization: Organization; readonly isSignedOut: boolean; readonly refused: string | null },
): void =>
  sendPage(
    response,
    signInForm({
      ...form,
      locale: localeOf(request),
      publicUrl: originOf(parts),
      token: formToken(parts, formOf(form.organization)),
    }),
  )

/** The id of the organization in a request; empty if there is none. */
export const organizationIdIn = (request: Request): string => {
  const { organization } = request.query
  return typeof organization === 'string' ? organization : ''
}

const formOf = ({ id }: Organization): string => `/portal/sign-in?organization=${id}`
