import { clientSession } from '../../resources/client-session.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'
import { sessionMembers } from '../parts/session-members.ts'

/** Opens a client session, which the element shows on a merchant's page. Its members may be incomplete until the shopper pays. */
export const createClientSession = operation({
  name: 'createClientSession',
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
  params: none,
  query: none,
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
