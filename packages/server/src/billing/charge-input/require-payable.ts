import { Problem } from '@billing-checkout/contract'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'
import type { PayableSession } from './charge-draft.ts'
import type { PaymentBody } from './payment-body.ts'

/** The session's view, ready to be paid. Throws a problem that names every missing member. */
export const requirePayable = (view: ResolvedSession<LockedSubscription>): PayableSession => {
  const { purpose, plan, terms, quote } = view
  if (purpose === null || !plan || !terms || !quote) {
    const details = view.missing.map((member) => ({
      path: `session.${member}`,
      code: 'required',
      message: `The client session needs ${member} before it can be paid.`,
    }))
    throw new Problem('invalid_parameter', 'The client session is incomplete.', { details })
  }
  if (purpose === 'resume' || (purpose === 'change_plan' && quote.draft.dueNow.amount === 0)) {
    throw new Problem('invalid_parameter', 'Nothing is due: this client session is completed by PATCH /subscriptions.')
  }
  return { ...view, purpose, plan, terms, quote }
}

/** Refuses a request that contradicts its session, because only the merchant may change a session. */
export const refuseContradiction = (
  { session, customer, plan, terms, subscription }: ResolvedSession,
  body: PaymentBody,
): void => {
  const contradicted = [
    body.metadata !== undefined && 'metadata',
    body.discount !== undefined && 'discount',
    body.plan !== undefined && body.plan.id !== plan?.id && 'plan.id',
    body.plan?.quantity !== undefined && body.plan.quantity !== (terms?.quantity ?? 1) && 'plan.quantity',
    body.subscription !== undefined && body.subscription.id !== subscription?.id && 'subscription.id',
    body.subscription?.status !== undefined && 'subscription.status',
    body.customer?.id !== undefined && body.customer.id !== customer?.id && 'customer.id',
    body.customer?.external_id !== undefined &&
      body.customer.external_id !== session.members.customer?.external_id &&
      'customer.external_id',
  ].filter((member) => member !== false)
  if (contradicted.length === 0) return
  throw new Problem('insufficient_permission', `A client token may not set ${contradicted.join(', ')}.`)
}
