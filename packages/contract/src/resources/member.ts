import { z } from 'zod'
import { roles } from '../vocabulary/users.ts'
import { nullableText, nullableTimestamp } from './fields.ts'

/** A user of an organization, or a person who was invited. */
export const member = z.strictObject({
  /** `usr_…` for a user, `inv_…` for an invitation. */
  id: z.string(),
  email: z.string(),
  /** Null until the invitation is accepted. */
  name: nullableText,
  role: z.enum(roles),
  is_operator: z.boolean(),
  disabled_at: nullableTimestamp,
  /** When the invitation expires; null for a user. */
  invited_until: nullableTimestamp,
})

/** A user of an organization, or a person who was invited. */
export type Member = z.infer<typeof member>

/** An invited person, and the address at which they accept the invitation; the address is returned only once. */
export const invitedMember = member.extend({ invitation_url: z.string() })
