import type { Provocations } from './provocation-types.ts'

/** Every error code that an operation of the portal lists as its own, with a request that gets it. */
export const portalProvocations = {
  createPortalSession: { not_found: ({ send }) => send('POST', '/portal-session', { customer: { id: 'nobody' } }) },
  endPortalSession: { not_found: ({ send }) => send('DELETE', '/portal-session/nobody') },
  findPortal: {},
} satisfies Readonly<Record<string, Provocations>>
