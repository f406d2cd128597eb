import { z } from 'zod'
import { addressChange } from '../../resources/address.ts'
import { customer } from '../../resources/customer.ts'
import { emailInput, localeInput } from '../../resources/fields.ts'
import { metadataChange } from '../../resources/metadata.ts'
import { taxIdInput } from '../../resources/tax-id.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Changes a customer's email address, language, postal address or metadata; metadata merges per key. */
export const updateCustomer = operation({
  name: 'updateCustomer',
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
  query: none,
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
