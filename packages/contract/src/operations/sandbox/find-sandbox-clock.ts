import { sandboxClock } from '../../resources/sandbox-clock.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Returns the billing clock of a sandbox. This path does not exist in live mode. */
export const findSandboxClock = operation({
  name: 'findSandboxClock',
  method: 'GET',
  path: '/sandbox/clock',
  summary: 'Read the sandbox clock',
  description: [
    'Answers what the billing clock of a sandbox says. It moves nothing, and `ran` is `[]`. In live mode there is no such path.',
  ],
  callers: ['merchant'],
  scope: { resource: 'sandbox', access: 'read' },
  params: none,
  query: none,
  body: null,
  answer: sandboxClock,
  problems: ['not_found'],
})
