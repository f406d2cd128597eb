import { z } from 'zod'
import { timestampInput } from '../resources/fields.ts'
import { sandboxClock } from '../resources/sandbox-clock.ts'
import { operation } from './parts/operation.ts'

/** Returns the billing clock of a sandbox. This path does not exist in live mode. */
export const findSandboxClock = operation({
  method: 'GET',
  path: '/sandbox/clock',
  summary: 'Read the sandbox clock',
  description: [
    'Answers what the billing clock of a sandbox says. It moves nothing, and `ran` is `[]`. In live mode there is no such path.',
  ],
  callers: ['merchant'],
  scope: { resource: 'sandbox', access: 'read' },
  answer: sandboxClock,
  problems: ['not_found'],
})

/** Moves the billing clock of a sandbox forward, and runs everything that falls due. This path does not exist in live mode. */
export const advanceSandboxClock = operation({
  method: 'POST',
  path: '/sandbox/clock',
  summary: 'Move the sandbox clock forward',
  description: [
    'Moves the billing clock of a sandbox forward, by `advance` or `to` an instant, and does everything that falls due until then, in order of time and each at its own moment: renewals, their retries, ends of trials and subscriptions, settlements, notices.',
    'The answer comes when all of it is done, and lists what happened to your subscriptions and payments. The clock never moves back, and all organizations of the server share it; requests to move it wait for each other. If something fails, the clock stays at the moment that it reached, and the same request with the same `Idempotency-Key` moves it on to its target.',
    'Real time is not moved: client tokens, sealed cards, idempotency keys and rate limits go by the wall clock. In live mode there is no such path.',
  ],
  callers: ['merchant'],
  scope: { resource: 'sandbox', access: 'write' },
  body: z
    .strictObject({
      advance: z.iso
        .duration('must be an ISO 8601 duration such as P1M or PT12H')
        .optional()
        .describe('How far to move, as an ISO 8601 duration: `P1M` is a month, `PT12H` half a day. Instead of `to`.'),
      to: timestampInput
        .optional()
        .describe('Where to move it: an instant that is not before now. Instead of `advance`.'),
    })
    .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), {
      error: 'must have either advance or to',
    }),
  answer: sandboxClock,
  problems: ['not_found'],
})
