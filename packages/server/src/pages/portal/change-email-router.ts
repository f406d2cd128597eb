import { Router, urlencoded } from 'express'
import { findEmailedLink } from '../../billing/links/portal-links.ts'
import { confirmEmail, findMadeChange, sealChange, undoEmail } from '../../billing/portal/change-email.ts'
import { actorOf, factsOf } from '../../http/requests/request-facts.ts'
import { fieldOf, isOwnForm } from '../hosted/form-token.ts'
import type { HostedParts } from '../hosted/hosted-router.ts'
import { pageOf, sendEndedLink, sendPage } from '../hosted/send-page.ts'
import { changedEmailPage, changeEmailPage } from './email-pages.ts'

const changes = [
  { path: 'email', kind: 'new_email', change: confirmEmail },
  { path: 'email-undo', kind: 'old_email', change: undoEmail },
] as const

/** The pages of the links that confirm an account's new address or undo the change. They work without a script. */
export const changeEmailRouter = (parts: HostedParts): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { path, kind, change } of changes) {
    router.get(`/portal/${path}/:token`, async (request, response) => {
      factsOf(response).pattern = `/portal/${path}/{token}`
      const found = await findEmailedLink(parts, kind, request.params['token'] as string)
      if (found === undefined) return void sendEndedLink(request, response)
      factsOf(response).organizationId = found.organization.id
      const page = pageOf(parts, request, found.organization)
      sendPage(response, changeEmailPage(page, { kind, email: found.link.email }, sealChange(parts, found)))
    })
    router.post(`/portal/${path}/:token`, urlencoded({ extended: false, limit: '4kb' }), async (request, response) => {
      factsOf(response).pattern = `/portal/${path}/{token}`
      if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
      const made = await change(parts, request.params['token'] as string, actorOf(request, response))
      const organization = made?.organization ?? (await findMadeChange(parts, kind, fieldOf(request, 'change')))
      if (organization === undefined) return void sendEndedLink(request, response)
      factsOf(response).organizationId = organization.id
      sendPage(response, changedEmailPage(pageOf(parts, request, organization), kind))
    })
  }
  return router
}
