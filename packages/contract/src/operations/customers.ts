import { z } from 'zod'
import { accessList } from '../resources/access.ts'
import { addressChange } from '../resources/address.ts'
import { customer } from '../resources/customer.ts'
import { amountMax, currencyCode, emailInput, localeInput } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { metadataChange } from '../resources/metadata.ts'
import { detachedPaymentMethod } from '../resources/payment-method.ts'
import { taxIdInput } from '../resources/tax-id.ts'
import { filledText, personName, text } from '../resources/text.ts'
import { listQuery } from './parts/list-query.ts'
import { idParam, operation } from './parts/operation.ts'

/** Creates a customer. An `external_id` must be unique within the organization. */
export const createCustomer = operation({
  method: 'POST',
  path: '/customers',
  summary: 'Create a customer',
  description: [
    'Creates a customer. No member is required.',
    'You need not create customers: a checkout creates its own from what its session says. Do it where you want the identifier first. An `external_id`, your own identifier, is unique within your organization; an e-mail address is not. The `address.country` selects prices and display currency, and the address decides about tax.',
    'Nothing is charged, and no payment method can be given: methods are stored when a shopper pays at a checkout.',
  ],
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'write' },
  body: z.strictObject({
    external_id: filledText(255).nullish().describe('Your own identifier, unique within your organization.'),
    full_name: personName(200).nullish().describe('Name of the customer.'),
    email: emailInput.nullish().describe('E-mail address.'),
    phone: filledText(50).nullish().describe('Telephone number in any form.'),
    locale: localeInput
      .nullish()
      .describe('Language tag of the emails to the customer. A paid session with `options.locale` replaces it.'),
    address: addressChange.nullish().describe('Address; its country selects prices, and it decides about tax.'),
    metadata: metadataChange.nullish().describe('Keys and values of your own.'),
  }),
  answer: customer,
  problems: ['external_id_taken'],
})

/** Returns one customer. */
export const findCustomer = operation({
  method: 'GET',
  path: '/customers/{id}',
  summary: 'Find a customer',
  description: ['Answers one customer with the stored payment methods and all subscriptions. It changes nothing.'],
  callers: ['merchant', 'portal'],
  scope: { resource: 'customers', access: 'read' },
  params: idParam,
  answer: customer,
  problems: ['not_found'],
})

/** Lists customers with their payment methods and subscriptions. */
export const findCustomers = operation({
  method: 'GET',
  path: '/customers',
  summary: 'Find customers',
  description: [
    'Lists customers, latest first, each with the stored payment methods and all subscriptions.',
    '`search` looks into id, `external_id`, name, e-mail address and telephone number. `total` is exact for the snapshot.',
  ],
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'read' },
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'email', 'full_name', 'external_id']),
    external_id: text(255).optional().describe('Only the customer whom you know by this `external_id`.'),
  }),
  answer: listOf(customer),
})

/** Changes a customer's email address, language, postal address, tax identifiers or metadata; metadata merges per key. */
export const updateCustomer = operation({
  method: 'PATCH',
  path: '/customers/{id}',
  summary: 'Update a customer',
  description: [
    'Changes a customer’s e-mail address, language, postal address, tax identifiers or metadata. Absent members stay, null clears one, metadata merges per key and a null value deletes its key.',
    'The next charge is taxed at the new address, whatever the shopper said at an earlier checkout; a renewal that waits for the address is tried at once. Another `address.country` clears the other parts of the address, unless they are given too.',
    'Payments that were made before show the customer as it is now. Nothing else of a customer is changed here: name and telephone number come from the checkout’s session with the next payment.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'customers', access: 'write' },
  params: idParam,
  body: z.strictObject({
    email: emailInput
      .nullish()
      .describe(
        'E-mail address; null clears it. From the portal, it takes effect once the customer confirms it on the page behind a link to the new address.',
      ),
    locale: localeInput
      .nullish()
      .describe(
        'Language tag of the emails to the customer; null clears it. A paid session with `options.locale` replaces it.',
      ),
    address: addressChange
      .nullish()
      .describe('Address by which prices are selected and tax is decided; null clears it.'),
    tax_ids: z
      .array(taxIdInput)
      .max(5)
      .nullish()
      .describe('Tax identifiers, which replace those that the customer has; null clears them.'),
    metadata: metadataChange
      .nullish()
      .describe('Keys and values to set; a null value deletes its key, null deletes all.'),
  }),
  answer: customer,
  problems: ['not_found'],
})

/** Erases a customer's personal data everywhere and keeps the payments. */
export const eraseCustomer = operation({
  method: 'DELETE',
  path: '/customers/{id}',
  summary: 'Erase a customer',
  description: [
    'Erases who a customer is: names, addresses, contacts, metadata and stored payment methods, wherever they are stored, in events, sessions, remembered answers and the audit log, too, and at the processors that know the customer. What was paid, when, in which country and with which tax stays. Events that are delivered or read later show the customer as they are now.',
    'The scope `erasure` has to be named when an API key is made: a key that may do everything else may not do this. It cannot be undone, also not by restoring a backup. Erasing again changes nothing and answers the same, so no `Idempotency-Key` is needed. An erased customer is still answered, with `erased_at`, and cannot buy, be charged or be changed any more: that is answered with `not_found`. Who buys again is a new customer.',
    'It is refused with `customer_in_use` while a payment, a refund that is owed, a dispute or a declaration is under way, and while a subscription is not cancelled unless `cancel_subscriptions` is `true`; `details` names each. Nothing is changed then. Open sessions of the customer expire.',
  ],
  callers: ['merchant'],
  scope: { resource: 'erasure', access: 'write' },
  params: idParam,
  query: z.strictObject({
    cancel_subscriptions: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true`: cancels the customer’s subscriptions at once, without a refund. Default `false`.'),
  }),
  answer: customer,
  problems: ['not_found', 'customer_in_use'],
})

/** Returns the plans that a customer may use now. */
export const findAccess = operation({
  method: 'GET',
  path: '/customers/{id}/access',
  summary: 'Find what a customer may use',
  description: [
    'Answers which plans a customer may use now, until when, and why. Ask it where your product opens a paid feature: no webhook and no copy of subscriptions are needed. It changes nothing.',
    'With `identified_by=external_id` the path has your own identifier instead of ours. For an `external_id` that is not known yet `data` is `[]`, because customers are created by their first try to pay.',
  ],
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'read' },
  params: z.strictObject({
    id: filledText(255).describe('Identifier of the customer, or your own with `identified_by=external_id`.'),
  }),
  query: z.strictObject({
    identified_by: z
      .enum(['id', 'external_id'])
      .optional()
      .describe('What the path has: our `id` of the customer (default), or your `external_id`.'),
  }),
  answer: accessList,
  problems: ['not_found'],
})

/** Grants a customer goodwill credit. */
export const grantCredit = operation({
  method: 'POST',
  path: '/customers/{id}/credit',
  summary: 'Grant credit',
  description: [
    'Grants a customer goodwill credit, which `balances` of the customer shows. It is spent by itself on what the customer buys next in this currency: a new subscription, the return to a cancelled one, a plan change that is charged now, or a one-off purchase. It never lowers a renewal, and is never paid out.',
    'Your own `POST /payments` spends it, and a checkout does if its session names the customer by `id` or `external_id`, or a subscription of theirs. It lowers the price before tax, is a line of the quote (`customer_credit`) and part of its hash. If it covers all that is due, no processor is charged; a recurring purchase still needs a payment method, which is verified. It is spent in part if the rest would be less than can be charged.',
    'A payment in flight holds what it spends, and gives it back if it comes to nothing. A refund gives back money only, at most what was charged: grant the credit again if you want to give that back, too. Each request grants credit again, so send an `Idempotency-Key`.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'write' },
  params: idParam,
  body: z.strictObject({
    amount: z.int().min(1).max(amountMax).describe('How much is granted, in minor units of the currency.'),
    currency: currencyCode.describe('Currency that the credit is in; only purchases in this currency spend it.'),
    reason: filledText(500).describe('Why you grant it; the audit log keeps it. Shoppers do not see it.'),
  }),
  answer: customer,
  problems: ['not_found', 'limit_reached'],
})

/** Detaches a stored payment method. It is no longer charged and no longer listed. */
export const detachPaymentMethod = operation({
  method: 'DELETE',
  path: '/payment-methods/{id}',
  summary: 'Detach a payment method',
  description: [
    'Detaches a stored payment method: it is no longer listed, and no charge begins with it after this answer.',
    'The answer names the `subscriptions` that it paid. Each is paid from now on by the method of its customer that was used last and has not expired. Without such a method it becomes past due at its next charge, unless its customer adds one before. Earlier payments still show the detached method. Detaching it again changes nothing. It can’t be undone: the customer has to enter the method again.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'customers', access: 'write' },
  params: idParam,
  answer: detachedPaymentMethod,
  problems: ['not_found'],
})
