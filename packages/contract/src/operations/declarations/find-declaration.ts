import { declaration } from '../../resources/declaration.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Returns one declaration. */
export const findDeclaration = operation({
  name: 'findDeclaration',
  method: 'GET',
  path: '/declarations/{id}',
  summary: 'Find a declaration',
  description: ['Answers what a consumer declared, and what that did.'],
  callers: ['merchant'],
  scope: { resource: 'declarations', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: declaration,
  problems: ['not_found'],
})
