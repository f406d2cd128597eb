import { z } from 'zod'
import { declaration } from '../../resources/declaration.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { declarationKinds } from '../../vocabulary/declarations.ts'
import { none } from '../parts/common-parts.ts'
import { createdBetween, pageQuery } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'

/** Lists consumers' cancellations and withdrawals. */
export const findDeclarations = operation({
  name: 'findDeclarations',
  method: 'GET',
  path: '/declarations',
  summary: 'Find declarations',
  description: ['Lists what consumers declared, latest first. All filters must hold together.'],
  callers: ['merchant'],
  scope: { resource: 'declarations', access: 'read' },
  params: none,
  query: z.strictObject({
    ...pageQuery,
    ...createdBetween,
    kind: z.enum(declarationKinds).optional().describe('Only declarations of this kind.'),
    subscription_id: idInput.optional().describe('Only declarations that concern this subscription.'),
    customer_id: idInput.optional().describe('Only declarations that concern a subscription of this customer.'),
  }),
  body: null,
  answer: listOf(declaration),
  problems: [],
})
