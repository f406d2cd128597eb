import type { DeclarationKind } from '@billing-checkout/contract'
import { type Request, type Response, Router, urlencoded } from 'express'
import type { Billing } from '../../../billing/billing.ts'
import type { DeclarationBody } from '../../../billing/declarations/receive-declaration.ts'
import { findDeclarationOfForm, storeDeclaration } from '../../../billing/declarations/store-declaration.ts'
import type { RateLimiter } from '../../../http/rate-limit.ts'
import { requestLocalsOf, actorOf } from '../../../http/requests/request-locals.ts'
import { loadOrganization } from '../../../organization/load-organization.ts'
import type { Organization } from '../../../organization/organization.ts'
import { isOwnForm, formFieldOf } from '../form-token.ts'
import { formPageOf, refuseIfPagesOff, sendEndedLink, sendPage } from '../send-page.ts'
import {
  type TypedDeclaration,
  type DeclarationPage,
  declarationForm,
  receiptText,
  receivedPage,
  reviewPage,
} from './declaration-pages.ts'
import { type DeclaredForm, emptyDeclarationForm, readDeclarationForm } from './declared-form.ts'
import { delayBusyCaller } from './delay-busy-caller.ts'

interface DeclarationsDependencies extends Billing {
  readonly rateLimiter: RateLimiter
}

/**
 * The pages on which a consumer cancels or withdraws without signing in, in two steps and without a script. They answer the same whether or
 * not the address belongs to a customer.
 */
export const declarationsRouter = (parts: DeclarationsDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.use('/o', async (request, response, next) => {
    requestLocalsOf(response).pattern = '/o'
    await delayBusyCaller(parts, request, response)
    if (!refuseIfPagesOff(parts, response)) next()
  })
  for (const kind of ['cancel', 'withdraw'] as const) {
    const path = `/o/:organization/${kind}`
    const pageWith = (request: Request, organization: Organization, sent: DeclaredForm): DeclarationPage => ({
      ...formPageOf(parts, request, organization),
      kind,
      at: parts.wallClock(),
      sent,
    })
    router.get(path, async (request, response) => {
      const organization = await findSeller(parts, request, response, kind)
      if (organization === undefined) return void sendEndedLink(request, response)
      const sent = emptyDeclarationForm(request.query['contract'])
      sendPage(response, declarationForm(pageWith(request, organization, sent)))
    })
    router.post(path, urlencoded({ extended: false, limit: '256kb' }), async (request, response) => {
      const organization = await findSeller(parts, request, response, kind)
      if (organization === undefined) return void sendEndedLink(request, response)
      // An expired form is shown again with a new token.
      if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
      const sent = readDeclarationForm(kind, request)
      await answer(parts, request, response, pageWith(request, organization, sent))
    })
  }
  return router
}

const answer = async (
  parts: DeclarationsDependencies,
  request: Request,
  response: Response,
  page: DeclarationPage,
): Promise<void> => {
  const { organization, sent, locale } = page
  const { body, form } = sent
  if (body === undefined) return sendStep(response.status(400), declarationForm(page))
  switch (formFieldOf(request, 'step')) {
    case 'confirm': {
      const actor = actorOf(request, response)
      return sendPage(
        response,
        receivedPage(page, await storeDeclaration(parts, organization, { body, form, locale }, actor)),
      )
    }
    case 'download': {
      const kept = await findDeclarationOfForm(parts, organization, { body, form })
      if (kept === undefined) return response.redirect(303, request.path)
      response.set({
        'Cache-Control': 'no-store',
        'Content-Disposition': `attachment; filename="${kept.kind}-${kept.receivedAt.slice(0, 'YYYY-MM-DD'.length)}.txt"`,
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex',
      })
      return void response.type('txt').send(receiptText(page, kept))
    }
    default:
      return sendStep(response, reviewPage(page, declarationText(body)))
  }
}

/**
 * Sends a page on which nothing is declared yet. The browser caches it, so that Back from the receipt shows it again. Without the cache,
 * the browser would show an error, because it cannot load the answer to a posted form again.
 */
const sendStep = (response: Response, { headers, html }: ReturnType<typeof reviewPage>): void =>
  sendPage(response, { headers: { ...headers, 'Cache-Control': 'private, no-cache' }, html })

/** The text of a declaration that is not stored yet. */
const declarationText = (body: DeclarationBody): TypedDeclaration => ({
  email: body.email,
  fullName: body.full_name ?? null,
  contract: body.contract ?? null,
  requestedEndAt: body.requested_end_at ?? null,
  forCause: body.for_cause ?? false,
  reason: body.reason ?? null,
})

/** The organization that the page belongs to; undefined if it does not exist or is archived. */
const findSeller = async (
  { database }: Billing,
  request: Request,
  response: Response,
  kind: DeclarationKind,
): Promise<Organization | undefined> => {
  requestLocalsOf(response).pattern = `/o/{organization}/${kind}`
  const id = request.params['organization'] as string
  // PostgreSQL cannot store a zero byte in a text.
  if (id.includes('\0')) return undefined
  const open = await database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  const organization = open && (await loadOrganization(database, id))
  if (organization !== undefined) requestLocalsOf(response).organizationId = organization.id
  return organization
}
