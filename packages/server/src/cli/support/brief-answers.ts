import type { Consent, Customer, List, Payment, Subscription } from '@billing-checkout/contract'
import type { CommandName } from '../commands.ts'
import type { ReconcileReport } from '../reconcile/reconcile-commands.ts'

/** Shortens the results of these commands for people; `--json` prints all members. */
export const briefAnswers: Partial<Readonly<Record<CommandName, (answer: object) => object>>> = {
  'payment list': (answer) => rowsOf(answer as List<Payment>, briefPayment),
  'subscription list': (answer) => rowsOf(answer as List<Subscription>, briefSubscription),
  'customer list': (answer) => rowsOf(answer as List<Customer>, briefCustomer),
  'payment show': (answer) => showPayment(answer as Payment & { readonly consent: Consent | null }),
  'payment refund': (answer) => briefPayment(answer as Payment),
  'subscription show': (answer) => briefSubscription(answer as Subscription),
  'subscription cancel': (answer) => briefSubscription(answer as Subscription),
  'subscription change': (answer) => briefSubscription(answer as Subscription),
  'subscription resume': (answer) => briefSubscription(answer as Subscription),
  reconcile: (answer) => briefDay(answer as ReconcileReport),
}

/** Shortens a day's report: only counts the payouts, and leaves out the entries, of which each payment and refund has one. */
const briefDay = ({ connections, ...day }: ReconcileReport): object => ({
  ...day,
  connections: connections.map(({ connection, complete, movements, booked, sums, payouts }) => ({
    connection,
    complete,
    movements,
    booked,
    payouts: payouts.length,
    sums: sums.map(({ currency, fees, net }) => `${net} ${currency} after ${fees} of fees`).join(', '),
  })),
})

const rowsOf = <Item>({ data, meta }: List<Item>, brief: (item: Item) => object): object =>
  meta.pages <= 1 ? { data: data.map(brief) } : { page: `${meta.page} of ${meta.pages}`, data: data.map(brief) }

const briefPayment = (payment: Payment): object => ({
  id: payment.id,
  created_at: payment.created_at,
  status: payment.payment_status,
  amount: `${payment.amount} ${payment.currency_code}`,
  refunded: payment.refunded_amount,
  customer: payment.customer.email ?? payment.customer.external_id ?? payment.customer.id,
  subscription: payment.subscription?.id ?? null,
  reason: payment.status_reason?.status_reason.decline_code ?? null,
})

const showPayment = ({ consent, ...payment }: Payment & { readonly consent: Consent | null }): object => ({
  ...briefPayment(payment),
  descriptor: payment.statement_descriptor,
  processor_transaction: payment.payment_details?.processor_transaction_id ?? null,
  consent: consent && `${consent.version} (${consent.locale}), ${consent.agreed_at}: ${consent.text}`,
  refunds: payment.refunds.map(({ id, amount, status, reason, created_at: at }) => ({
    id,
    amount,
    status,
    reason,
    at,
  })),
})

const briefSubscription = (subscription: Subscription): object => ({
  id: subscription.id,
  status: subscription.status,
  plan: subscription.plan.name,
  customer: subscription.customer.email ?? subscription.customer.external_id ?? subscription.customer.id,
  period_end: subscription.current_period_end,
  next_billing_date: subscription.next_billing_date,
})

const briefCustomer = (customer: Customer): object => ({
  id: customer.id,
  external_id: customer.external_id,
  email: customer.email,
  name: customer.full_name,
  methods: customer.payment_methods.length,
  subscriptions: customer.subscriptions.map(({ plan, status }) => `${plan.name}: ${status}`).join(', '),
})
