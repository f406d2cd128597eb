import { type Request, Router, urlencoded } from 'express'
import { findEmailedLink } from '../../billing/links/portal-links.ts'
import { confirmEmail, findMadeChange, sealChange, undoEmail } from '../../billing/portal/change-email.ts'
import { addressOf } from '../../http/proxies/address-of.ts'
import { factsOf } from '../../http/requests/request-facts.ts'
import { formToken, isOwnForm } from '../hosted/form-token.ts'
import type { HostedParts } from '../hosted/hosted-router.ts'
import { localeOf, originOf, sendEnded, sendPage } from '../hosted/send-page.ts'
import { changedEmailPage, changeEmailPage, type EmailPage } from './email-pages.ts'

const changes = [
  { path: 'email', kind: 'new_email', change: confirmEmail },
  { path: 'email-undo', kind: 'old_email', change: undoEmail },
] as const

/** The pages of the links that confirm an account's new address or undo the change. They work without a script. */
export const emailRouter = (parts: HostedParts): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { path, kind, change } of changes) {
    router.get(`/portal/${path}/:token`, async (request, response) => {
      factsOf(response).pattern = `/portal/${path}/{token}`
      const found = await findEmailedLink(parts, kind, request.params['token'] as string)
      if (found === undefined) return void sendEnded(request, response)
      factsOf(response).organizationId = found.organization.id
      sendPage(
        response,
        changeEmailPage({
          ...pageOf(parts, request, { organization: found.organization, kind }),
          email: found.link.email,
          token: formToken(parts, request.path),
          change: sealChange(parts, found),
        }),
      )
    })
    router.post(`/portal/${path}/:token`, urlencoded({ extended: false, limit: '4kb' }), async (request, response) => {
      factsOf(response).pattern = `/portal/${path}/{token}`
      if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
      const { requestId } = factsOf(response)
      const actor = { address: addressOf(request), requestId }
      const { change: sealed } = (request.body ?? {}) as { readonly change?: unknown }
      const made = await change(parts, request.params['token'] as string, actor)
      const organization = made?.organization ?? (await findMadeChange(parts, kind, String(sealed)))
      if (organization === undefined) return void sendEnded(request, response)
      factsOf(response).organizationId = organization.id
      sendPage(response, changedEmailPage(pageOf(parts, request, { organization, kind })))
    })
  }
  return router
}

const pageOf = (parts: HostedParts, request: Request, of: Pick<EmailPage, 'organization' | 'kind'>): EmailPage => ({
  ...of,
  locale: localeOf(request),
  publicUrl: originOf(parts),
})
