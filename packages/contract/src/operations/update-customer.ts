import { z } from 'zod'
import { customer } from '../resources/customer.ts'
import { emailInput } from '../resources/fields.ts'
import { metadataChange } from '../resources/metadata.ts'
import { operation } from './operation.ts'
import { idParam, none } from './parts.ts'

/** Changes a customer's e-mail address or metadata; metadata merges per key. */
export const updateCustomer = operation({
  name: 'updateCustomer',
  method: 'PATCH',
  path: '/customers/{id}',
  summary: 'Update a customer',
  section: 'interface 4.2',
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({ email: emailInput.nullish(), metadata: metadataChange.nullish() }),
  answer: customer,
  problems: ['not_found'],
})
