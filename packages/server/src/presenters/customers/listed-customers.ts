import { expressionBuilder, sql } from 'kysely'
import { listedRows } from '../../store/lists/listed-rows.ts'
import { oldestFirst } from '../../store/lists/oldest-first.ts'
import { rowInJson } from '../../store/queries/row-in-json.ts'
import type { CustomerRow, PaymentMethodRow } from '../../store/rows.ts'
import type { Schema } from '../../store/schema/schema.ts'
import { type FoundSubscription, presentFound, subscriptionParts } from '../subscriptions/listed-subscriptions.ts'
import { presentCustomer, shownOfWholeCustomer } from './present-customer.ts'
import { presentPaymentMethod, shownOfMethod } from './present-payment-method.ts'

const { selectFrom } = expressionBuilder<Schema>()

const customer = rowInJson<CustomerRow>('listed')(shownOfWholeCustomer, ['createdAt', 'updatedAt', 'erasedAt'])

const method = rowInJson<PaymentMethodRow>('method')([...shownOfMethod, 'createdAt'], ['createdAt'])

/** The attached methods of a customer. They are sorted here: most customers have one, and PostgreSQL would begin a sort for each. */
const methods = selectFrom('paymentMethods as method')
  .select(sql`json_agg(${method.column})`.as('all'))
  .where(sql<boolean>`method.customer_id = listed.id`)
  .where('method.detachedAt', 'is', null)

const subscriptions = selectFrom('subscriptions as subscribed')
  .select(sql`json_agg(json_build_array(${sql.join(subscriptionParts)}))`.as('all'))
  .where(sql<boolean>`subscribed.customer_id = listed.id`)

type BehindCustomer = readonly [
  methods: readonly (readonly unknown[])[] | null,
  subscriptions: readonly FoundSubscription[] | null,
]

/** Customers as lists show them, with their methods and subscriptions. */
export const listedCustomers = listedRows(
  'customers',
  [...customer.values, sql`(${methods})`, sql`(${subscriptions})`],
  (found) => {
    const [itsMethods, itsSubscriptions] = customer.rest(found) as BehindCustomer
    const shown = customer.of(found)
    return presentCustomer(
      shown,
      (itsMethods ?? [])
        .map(method.of)
        .toSorted(oldestFirst((each) => each.createdAt))
        .map(presentPaymentMethod),
      (itsSubscriptions ?? [])
        .map((each) => presentFound(each, shown))
        .toSorted(oldestFirst((each) => each.created_at)),
    )
  },
)
