import { z } from 'zod'
import { addressChange } from '../../resources/address.ts'
import { customer } from '../../resources/customer.ts'
import { emailInput, localeInput } from '../../resources/fields.ts'
import { metadataChange } from '../../resources/metadata.ts'
import { filledText, personName } from '../../resources/text.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Creates a customer. An `external_id` must be unique within the organization. */
export const createCustomer = operation({
  name: 'createCustomer',
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
  params: none,
  query: none,
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
