import { z } from 'zod'
import { filtersByStatus, filtersByCreatedAt, filtersByCustomer, pageQuery } from '../parts/list-query.ts'
import { idParam, operation } from '../parts/operation.ts'
import { sessionMembers } from '../parts/session-members.ts'
import { clientSession } from '../../resources/client-session.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { text } from '../../resources/text.ts'
import { checkoutPhases } from '../../vocabulary/statuses.ts'

/** Opens a client session, which the element shows on a merchant's page. Its members may be incomplete until the shopper pays. */
export const createClientSession = operation({
  method: 'POST',
  path: '/client-session',
  summary: 'Create a client session',
  description: [
    'Opens a client session: one checkout of one shopper. Give its `id` to your page, where the `<billing-checkout>` element shows it, or send the shopper to our page `/pay/{id}`. What the session is for follows from what it names:',
    `| Customer | Plan | Subscription | Purpose |
| --- | --- | --- | --- |
| \`id\`, \`external_id\` or \`email\` | recurring | none | \`subscribe\`, with the plan’s trial if there is one |
| \`id\`, \`external_id\` or \`email\` | one-off | none | \`pay\` |
| its own | another one | \`id\` | \`change_plan\`, billed by \`proration_billing_mode\` |
| its own | none | \`id\`, past due or cancelled | \`recover\`: pay the current plan, a new period starts; time that a cancelled one has paid for and not used is credited |
| its own | none | \`id\`, scheduled for cancellation | \`resume\`: nothing is charged |
| its own | none | \`id\`, trial or active | \`update_method\`: another method is checked and kept |`,
    'Nothing is charged, and no customer is created before the first try to pay. The session may be incomplete, even `{}`, until it is paid; the checkout then names what is missing. What it does name must exist and be payable. It expires after `options.expires_in` seconds, a day unless you say otherwise, and it is paid successfully at most once.',
    'With a client token of the portal it names a subscription of its customer, and for a change also another plan of the same group, or its own plan with another `quantity`; your setting `portal_changes` says how that is billed. Such a session ends with the hour of the portal session, but lasts at least five minutes.',
    'The `id` is a capability: anyone who knows it can see and pay this checkout.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'client_sessions', access: 'write' },
  body: sessionMembers,
  answer: clientSession,
  problems: [
    'not_found',
    'plan_archived',
    'discount_invalid',
    'currency_mismatch',
    'amount_below_minimum',
    'subscription_not_changeable',
  ],
})

/** Returns one client session, whatever its phase. */
export const findClientSession = operation({
  method: 'GET',
  path: '/client-session/{id}',
  summary: 'Find a client session',
  description: [
    'Answers one client session, open, completed or expired, with what it costs: for half an hour what its opening or last change was answered, then what it would cost now.',
    'It changes nothing, not even the quote that the shopper was shown. Payments and events report whether it was paid.',
  ],
  callers: ['merchant'],
  scope: { resource: 'client_sessions', access: 'read' },
  params: idParam,
  answer: clientSession,
  problems: ['not_found'],
})

const statusFilters = filtersByStatus('sessions', checkoutPhases)

/** Lists client sessions, for example checkouts that shoppers abandoned. */
export const findClientSessions = operation({
  method: 'GET',
  path: '/client-session',
  summary: 'Find client sessions',
  description: [
    'Lists client sessions, latest first. `status=expired` lists abandoned checkouts: sessions that expired unpaid.',
    'All filters must hold together. In a list `currency_details` is null; `findClientSession` answers it for one session. `total` is exact for the snapshot.',
  ],
  callers: ['merchant'],
  scope: { resource: 'client_sessions', access: 'read' },
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    ...filtersByCustomer('sessions'),
    ...statusFilters,
    status: statusFilters.status.describe(
      '`open`: can be paid. `processing`: a payment of it is under way. `completed`: paid, or done without a payment. `expired`: ended without one.',
    ),
    email: text(320)
      .optional()
      .describe('Only sessions opened for exactly this e-mail address, in upper or lower case.'),
    plan_id: idInput.optional().describe('Only sessions for this plan.'),
    subscription_id: idInput.optional().describe('Only sessions that name this subscription.'),
  }),
  answer: listOf(clientSession),
})

/** Changes an open client session by a JSON Merge Patch, and quotes the session again. */
export const updateClientSession = operation({
  method: 'PATCH',
  path: '/client-session/{id}',
  summary: 'Update a client session',
  description: [
    'Changes an open client session and quotes it again. The body is a JSON Merge Patch (RFC 7396): absent members stay, null clears one, metadata merges per key.',
    'The shopper’s page has to read the checkout again: if the terms differ, a payment of the earlier amount is refused with `amount_changed`. A session that is completed, expired or being paid can’t be changed. Naming the customer by `id` clears `external_id`, and the other way round. `options.expires_in` counts from now.',
  ],
  callers: ['merchant'],
  scope: { resource: 'client_sessions', access: 'write' },
  params: idParam,
  body: sessionMembers,
  answer: clientSession,
  problems: [
    'not_found',
    'plan_archived',
    'discount_invalid',
    'session_completed',
    'session_expired',
    'payment_in_progress',
    'currency_mismatch',
    'amount_below_minimum',
    'subscription_not_changeable',
  ],
})
