import { z } from 'zod'
import { idParam, operation } from '../parts/operation.ts'
import { returnUrl } from '../parts/session-members.ts'
import { idInput, localeInput, pageLocale } from '../../resources/fields.ts'
import { endedPortalSession, portalSession } from '../../resources/portal-session.ts'
import { portal } from '../../resources/portal.ts'
import { filledText } from '../../resources/text.ts'

/** Opens the portal for one customer, whom the merchant's own site has signed in. */
export const createPortalSession = operation({
  method: 'POST',
  path: '/portal-session',
  summary: 'Create a portal session',
  description: [
    'Opens the customer portal for an hour: the customer sees subscriptions, payments and payment methods of theirs, changes plan, cancels, resumes and keeps address and methods current. Create it when a customer of yours who is signed in opens their account.',
    'Send the customer to `url`, which is good for one use within 5 minutes: a button press there begins the session in that browser. Or give `client_token` to the `<billing-portal>` element on a page of yours.',
    'What a client token of the portal may do is fixed: it reads and changes what belongs to this customer, and everything else is refused with `insufficient_permission`. The settings `portal_features` and `portal_changes` say what you offer. A session ends with `endPortalSession` and with the erasure of the customer.',
    'A server that serves no pages for shoppers (`HOSTED_PAGES=off`, or live mode without a `FRAME_ORIGIN`) opens no session of the portal, not even for the element: `unavailable`.',
  ],
  callers: ['merchant'],
  scope: { resource: 'portal_sessions', access: 'write' },
  body: z.strictObject({
    customer: z
      .strictObject({
        id: idInput.optional().describe('Identifier of the customer; instead of `external_id`.'),
        external_id: filledText(255).optional().describe('Your own identifier of the customer; instead of `id`.'),
      })
      .refine(({ id, external_id: externalId }) => (id === undefined) !== (externalId === undefined), {
        error: 'must name the customer by id or by external_id',
      })
      .describe('Whose portal it is.'),
    options: z
      .strictObject({
        locale: localeInput
          .nullish()
          .describe(
            'Language tag of texts and amounts. Default: that of the element, or on our page that of the browser; else the customer’s, else English.',
          ),
        return_url: returnUrl
          .nullish()
          .describe(
            'Address of the link back to your site. Its origin must be one of the organization’s `allowed_origins`, and in live mode https.',
          ),
      })
      .optional()
      .describe('How the portal behaves.'),
  }),
  answer: portalSession,
  problems: ['not_found'],
})

/** Returns everything that the portal shows, and a new client token. */
export const findPortal = operation({
  method: 'GET',
  path: '/portal-session',
  summary: 'Read the portal, as its page does',
  description: [
    'Answers everything that the `<billing-portal>` element shows, in one read, with amounts and dates written for the locale, and a new client token. It changes nothing.',
  ],
  callers: ['portal'],
  scope: null,
  query: z.strictObject({
    locale: pageLocale
      .optional()
      .describe('Language tag of the page. The session’s own locale counts more, then this, the customer’s, English.'),
  }),
  answer: portal,
})

/** Ends a portal session, for example when the customer signs out. */
export const endPortalSession = operation({
  method: 'DELETE',
  path: '/portal-session/{id}',
  summary: 'End a portal session',
  description: [
    'Ends a portal session at once, with its link, its cookie and its client tokens: when the customer signs out of your site, or if a link went astray. A client token ends its own session only.',
    'Ending it again changes nothing.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'portal_sessions', access: 'write' },
  params: idParam,
  answer: endedPortalSession,
  problems: ['not_found'],
})
