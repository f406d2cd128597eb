import { Router, urlencoded } from 'express'
import { findEmailedLink } from '../../billing/links/portal-links.ts'
import {
  confirmEmail,
  findRepeatedEmailChange,
  sealEmailChange,
  undoEmailChange,
} from '../../billing/portal/change-email.ts'
import { actorOf, requestLocalsOf } from '../../http/requests/request-locals.ts'
import { formFieldOf, isOwnForm } from '../hosted/form-token.ts'
import type { HostedPagesDependencies } from '../hosted/hosted-router.ts'
import { formPageOf, sendEndedLink, sendPage } from '../hosted/send-page.ts'
import { changedEmailPage, changeEmailPage } from './email-pages.ts'

const changes = [
  { path: 'email', kind: 'new_email', change: confirmEmail },
  { path: 'email-undo', kind: 'old_email', change: undoEmailChange },
] as const

/** The pages of the links that confirm an account's new address or undo the change. They work without a script. */
export const changeEmailRouter = (parts: HostedPagesDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { path, kind, change } of changes) {
    router.get(`/portal/${path}/:token`, async (request, response) => {
      requestLocalsOf(response).pattern = `/portal/${path}/{token}`
      const found = await findEmailedLink(parts, kind, request.params['token'] as string)
      if (found === undefined) return void sendEndedLink(request, response)
      requestLocalsOf(response).organizationId = found.organization.id
      const page = formPageOf(parts, request, found.organization)
      sendPage(response, changeEmailPage(page, { kind, email: found.link.email }, sealEmailChange(parts, found)))
    })
    router.post(`/portal/${path}/:token`, urlencoded({ extended: false, limit: '4kb' }), async (request, response) => {
      requestLocalsOf(response).pattern = `/portal/${path}/{token}`
      if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
      const made = await change(parts, request.params['token'] as string, actorOf(request, response))
      const organization =
        made?.organization ?? (await findRepeatedEmailChange(parts, kind, formFieldOf(request, 'change')))
      if (organization === undefined) return void sendEndedLink(request, response)
      requestLocalsOf(response).organizationId = organization.id
      sendPage(response, changedEmailPage(formPageOf(parts, request, organization), kind))
    })
  }
  return router
}
