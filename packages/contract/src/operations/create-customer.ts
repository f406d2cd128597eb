import { z } from 'zod'
import { addressChange } from '../resources/address.ts'
import { customer } from '../resources/customer.ts'
import { emailInput } from '../resources/fields.ts'
import { metadataChange } from '../resources/metadata.ts'
import { filledText, personName } from '../resources/text.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/** Creates a customer; an `external_id` is unique within the organization. */
export const createCustomer = operation({
  name: 'createCustomer',
  method: 'POST',
  path: '/customers',
  summary: 'Create a customer',
  section: 'decisions 4',
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'write' },
  params: none,
  query: none,
  body: z.strictObject({
    external_id: filledText(255).nullish(),
    full_name: personName(200).nullish(),
    email: emailInput.nullish(),
    phone: filledText(50).nullish(),
    address: addressChange.nullish(),
    metadata: metadataChange.nullish(),
  }),
  answer: customer,
  problems: ['external_id_taken'],
})
