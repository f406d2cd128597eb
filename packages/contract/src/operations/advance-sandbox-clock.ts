import { z } from 'zod'
import { timestampInput } from '../resources/fields.ts'
import { sandboxClock } from '../resources/sandbox-clock.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/** Moves the billing clock of a sandbox forward and runs all that falls due; in live mode there is no such path. */
export const advanceSandboxClock = operation({
  name: 'advanceSandboxClock',
  method: 'POST',
  path: '/sandbox/clock',
  summary: 'Move the sandbox clock forward',
  section: 'decisions 13',
  callers: ['merchant'],
  scope: { resource: 'sandbox', access: 'write' },
  params: none,
  query: none,
  body: z
    .strictObject({
      advance: z.iso.duration('must be an ISO 8601 duration such as P1M or PT12H').optional(),
      to: timestampInput.optional(),
    })
    .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), {
      error: 'must have either advance or to',
    }),
  answer: sandboxClock,
  problems: ['not_found', 'unavailable'],
})
