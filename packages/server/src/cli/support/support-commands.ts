import { Problem, type Subscription } from '@billing-checkout/contract'
import { listOrganizations } from '../../organization/organizations.ts'
import type { CommandContext, CommandTable } from '../command-context.ts'
import { callOperation } from '../call-operation.ts'

/** The organization that support staff work on; absent: the only one. */
interface OfOrganization {
  readonly organization?: string
}

/** The input of a command that lists objects: the query of its operation. */
export interface ListInput extends OfOrganization {
  readonly query: Readonly<Record<string, string>>
}

/** An object of an organization, by its id. */
export interface ObjectInput extends OfOrganization {
  readonly id: string
}

/** A subscription and the changes to it. `nextBillingDate` is an ISO 8601 timestamp. */
export interface ChangeInput extends ObjectInput {
  readonly plan?: string
  readonly quantity?: number
  readonly nextBillingDate?: string
}

const listWith =
  (name: 'findPayments' | 'findConsents' | 'findSubscriptions' | 'findCustomers') =>
  async (context: CommandContext, { organization, query }: ListInput): Promise<object> =>
    callOperation(context, await organizationOf(context, organization), name, { query })

const showWith =
  (name: 'findSubscription' | 'findCustomer') =>
  async (context: CommandContext, { organization, id }: ObjectInput): Promise<object> =>
    callOperation(context, await organizationOf(context, organization), name, { params: { id } })

/** Support commands on payments, subscriptions and customers. They call the same operations as an API key. */
export const supportCommands = {
  'payment list': listWith('findPayments'),
  'payment show': async (context, { organization, id }: ObjectInput) => {
    const organizationId = await organizationOf(context, organization)
    const payment = await callOperation(context, organizationId, 'findPayment', { params: { id } })
    const { data } = (await callOperation(context, organizationId, 'findConsents', { query: { payment_id: id } })) as {
      readonly data: readonly object[]
    }
    return { ...payment, consent: data[0] ?? null }
  },
  'payment refund': async (
    context,
    { organization, id, ...body }: ObjectInput & { readonly amount?: number; readonly reason?: string },
  ) => callOperation(context, await organizationOf(context, organization), 'refundPayment', { params: { id }, body }),
  'consent list': listWith('findConsents'),
  'subscription list': listWith('findSubscriptions'),
  'subscription show': showWith('findSubscription'),
  'subscription cancel': async (context, { organization, id, now }: ObjectInput & { readonly now: boolean }) =>
    callOperation(
      context,
      await organizationOf(context, organization),
      now ? 'cancelSubscription' : 'scheduleCancellation',
      {
        params: { id },
      },
    ),
  'subscription change': async (context, { organization, id, plan, quantity, nextBillingDate }: ChangeInput) => {
    const organizationId = await organizationOf(context, organization)
    const planId = plan ?? (quantity === undefined ? undefined : await planOf(context, organizationId, id))
    return callOperation(context, organizationId, 'updateSubscription', {
      body: {
        subscription: { id, ...(nextBillingDate !== undefined && { next_billing_date: nextBillingDate }) },
        ...(planId !== undefined && { plan: { id: planId, ...(quantity !== undefined && { quantity }) } }),
      },
    })
  },
  'subscription resume': async (context, { organization, id }: ObjectInput) =>
    callOperation(context, await organizationOf(context, organization), 'updateSubscription', {
      body: { subscription: { id, status: 'active' } },
    }),
  'customer list': listWith('findCustomers'),
  'customer show': showWith('findCustomer'),
} satisfies CommandTable

/** Returns the id of a subscription's plan, because a request that changes the quantity must name the plan. */
const planOf = async (context: CommandContext, organization: string, id: string): Promise<string> => {
  const { plan } = (await callOperation(context, organization, 'findSubscription', { params: { id } })) as Subscription
  return plan.id
}

/** Returns the id of the named organization; if none is named, the id of the only one. */
const organizationOf = async ({ store }: CommandContext, named: string | undefined): Promise<string> => {
  if (named !== undefined) return named
  const [only, ...others] = await listOrganizations(store.database.db)
  if (only === undefined) throw new Problem('not_found', 'There is no organization yet: organization create makes one.')
  if (others.length > 0)
    throw new Problem(
      'invalid_parameter',
      `--organization must name one of ${[only, ...others].map(({ id }) => id).join(', ')}.`,
    )
  return only.id
}
