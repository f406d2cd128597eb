import type { Portal } from '@billing-checkout/contract'
import { detailsRequest } from './details-request.ts'
import type { CustomerChange } from './portal-controller.ts'
import type { PortalRequest } from './portal-calls.ts'
import { takesMethodWithoutCharge } from './portal-state.ts'

const patch = (subscription: object): PortalRequest => ({
  method: 'PATCH',
  path: '/subscriptions',
  body: { subscription },
})

const find = (portal: Portal, id: string) => portal.subscriptions.find((subscription) => subscription.id === id)

/** The body of a cancellation request; absent if the customer gave no reason. */
const cancellationBodyOf = (form: FormData): Pick<PortalRequest, 'body'> => {
  const said = ['reason', 'comment']
    .map((name) => [name, String(form.get(name) ?? '').trim()])
    .filter(([, text]) => text !== '')
  return said.length === 0 ? {} : { body: Object.fromEntries(said) }
}

/** The changes that a customer can make without a charge. */
export const customerChanges = {
  /** Cancels a subscription at the end of its paid period, or at once if that period is over. `form` may have a reason and a comment. */
  cancel: (id: string, form: FormData): CustomerChange => ({
    what: 'cancel',
    subscription: id,
    place: id,
    requests: [
      {
        method: 'POST',
        path: `/subscriptions/schedule-cancel/${encodeURIComponent(id)}`,
        ...cancellationBodyOf(form),
      },
    ],
    done: (portal) => {
      const subscription = find(portal, id)
      const values = { date: subscription?.period_end ?? '' }
      return { key: subscription?.status === 'cancelled' ? 'status.ended' : 'cancel.done', values }
    },
  }),
  /** Undoes a cancellation. */
  resume: (id: string): CustomerChange => ({
    what: 'resume',
    subscription: id,
    place: id,
    requests: [patch({ id, status: 'active' })],
    done: () => ({ key: 'paid.resumed' }),
  }),
  /** Undoes a scheduled plan change. */
  undo: (id: string): CustomerChange => ({
    what: 'undo_change',
    subscription: id,
    place: id,
    requests: [patch({ id, scheduled_change: null })],
    done: () => ({ key: 'change.undone' }),
  }),
  /**
   * Makes a stored method pay every active subscription and trial. Past-due subscriptions are left out, because the server would charge
   * them at once, and the button states no amount.
   */
  choose: (method: string, { subscriptions }: Portal): CustomerChange => ({
    what: 'choose_method',
    subscription: null,
    place: 'methods',
    requests: subscriptions
      .filter((subscription) => takesMethodWithoutCharge(subscription) && subscription.method?.id !== method)
      .map(({ id }) => patch({ id, payment_method_id: method })),
    done: () => ({ key: 'methods.chosen' }),
  }),
  /** Detaches a stored method. */
  remove: (method: string): CustomerChange => ({
    what: 'remove_method',
    subscription: null,
    place: 'methods',
    requests: [{ method: 'DELETE', path: `/payment-methods/${encodeURIComponent(method)}` }],
    done: () => ({ key: 'methods.removed' }),
  }),
  /** Replaces the customer's billing address and tax identifier. */
  details: (customer: Portal['customer'], form: FormData): CustomerChange => ({
    what: 'details',
    subscription: null,
    place: 'details',
    requests: [detailsRequest(customer, form)],
    done: () => ({ key: 'details.saved' }),
  }),
  /** Makes the server send a link to a new email address. The customer confirms the address by the link. */
  email: (customer: string, email: string): CustomerChange => ({
    what: null,
    subscription: null,
    place: 'details',
    requests: [{ method: 'PATCH', path: `/customers/${encodeURIComponent(customer)}`, body: { email } }],
    done: () => ({ key: 'email.sent', values: { email } }),
  }),
} as const
