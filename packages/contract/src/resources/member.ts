import { z } from 'zod'
import { roles } from '../vocabulary/users.ts'
import { timestamp } from './fields.ts'

/** A person who works in an organization, or who was invited to. */
export const member = z.strictObject({
  /** Of the user, `usr_…`; of an invitation, `inv_…`. */
  id: z.string(),
  email: z.string(),
  /** Null until the invitation is accepted. */
  name: z.string().nullable(),
  role: z.enum(roles),
  is_operator: z.boolean(),
  disabled_at: timestamp.nullable(),
  /** Until when the invitation may be accepted; null for a user. */
  invited_until: timestamp.nullable(),
})

/** A person who works in an organization, or who was invited to. */
export type Member = z.infer<typeof member>

/** A person who was invited, and the address that they open. It is shown this once. */
export const invitedMember = member.extend({ invitation_url: z.string() })
