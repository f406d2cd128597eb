import { required } from '@billing-checkout/domain'
import { expressionBuilder, sql } from 'kysely'
import { listedRows } from '../../store/lists/listed-rows.ts'
import { oldestFirst } from '../../store/lists/oldest-first.ts'
import { rowInJson } from '../../store/queries/row-in-json.ts'
import type { PaymentRow, RefundRow } from '../../store/rows.ts'
import type { Schema } from '../../store/schema/schema.ts'
import {
  planLookup,
  presentSubscriptionValues,
  scheduledPlanOf,
  subscriptionAsJson,
} from '../subscriptions/listed-subscriptions.ts'
import { type ShownCustomerRow, shownCustomerColumns } from '../customers/present-customer.ts'
import { presentPayment, shownPaymentColumns, shownRefundColumns } from './present-payment.ts'

const { selectFrom } = expressionBuilder<Schema>()

const payment = rowInJson<PaymentRow>('listed')(shownPaymentColumns, ['createdAt', 'updatedAt'])

const payer = rowInJson<ShownCustomerRow>('payer')(shownCustomerColumns, ['createdAt', 'updatedAt'])

const customer = selectFrom('customers as payer')
  .select(payer.column.as('row'))
  .where(sql<boolean>`payer.id = listed.customer_id`)
  .offset(sql.lit(0))
  .as('payerOfListed')

const subscription = selectFrom('subscriptions as subscribed')
  .select([subscriptionAsJson.column.as('row'), 'planId', scheduledPlanOf('subscribed').as('scheduledPlan')])
  .where(sql<boolean>`subscribed.id = listed.subscription_id`)
  .offset(sql.lit(0))
  .as('subscribedOfListed')

const refund = rowInJson<RefundRow>('refund')(shownRefundColumns, ['createdAt', 'updatedAt'])

/**
 * The refunds of a payment. This code sorts them, not PostgreSQL: PostgreSQL would start a sort for each payment, and most have no refund.
 */
const refundsOfListed = selectFrom('refunds as refund')
  .select(sql`json_agg(${refund.column})`.as('all'))
  .where(sql<boolean>`refund.payment_id = listed.id`)

type PaymentRelations = readonly [
  customer: readonly unknown[] | null,
  subscription: readonly unknown[] | null,
  plan: readonly unknown[] | null,
  scheduledPlan: readonly unknown[] | null,
  refunds: readonly (readonly unknown[])[] | null,
]

/** Payments as lists show them, with customer, subscription and refunds. */
export const listedPayments = listedRows(
  'payments',
  [
    ...payment.values,
    ...['payer_of_listed.row', 'subscribed_of_listed.row', 'plan_of_listed.row'].map((each) => sql.ref(each)),
    sql.ref('subscribed_of_listed.scheduled_plan'),
    sql`(${refundsOfListed})`,
  ],
  (found) => {
    const shown = payment.of(found)
    const [itsCustomer, itsSubscription, itsPlan, itsScheduledPlan, itsRefunds] = payment.rest(
      found,
    ) as PaymentRelations
    const itsPayer = payer.of(required(itsCustomer ?? undefined, 'customer of payment', shown.id))
    return presentPayment(shown, {
      customer: itsPayer,
      subscription:
        itsSubscription &&
        presentSubscriptionValues(
          [
            ...itsSubscription,
            required(itsPlan ?? undefined, 'plan of the subscription of payment', shown.id),
            itsScheduledPlan,
          ],
          itsPayer,
        ),
      refunds: (itsRefunds ?? []).map(refund.of).toSorted(oldestFirst((each) => each.createdAt)),
    })
  },
  [customer, subscription, planLookup('subscribed_of_listed')],
)
