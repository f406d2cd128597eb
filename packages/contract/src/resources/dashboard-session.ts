import { z } from 'zod'
import { passwordLengthMin, roles } from '../vocabulary/users.ts'
import { emailInput, idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'
import { filledText, personName } from './text.ts'

const passwordLengthMax = 1024

const newPassword = z.string().min(passwordLengthMin).max(passwordLengthMax)
/** A password to verify. It has no minimum length, because a shorter password is simply wrong. */
const givenPassword = z.string().min(1).max(passwordLengthMax)
/** A set-up code, or the token of a link: 160 random bits in hexadecimal. */
const userToken = z.string().max(255)

/** The body of a sign-in to the dashboard. */
export const signInBody = z.strictObject({ email: emailInput, password: givenPassword })

/** The body that creates the installation's first user. */
export const setUpBody = z.strictObject({
  code: userToken,
  email: emailInput,
  name: personName(200),
  password: newPassword,
})

/** The body that accepts an invitation or resets a password; a new user also sends a name. */
export const acceptInvitationBody = z.strictObject({
  token: userToken,
  name: personName(200).optional(),
  password: newPassword,
})

/** The body that confirms the password before a sensitive change. */
export const reauthenticateBody = z.strictObject({ password: givenPassword })

/** The body with which an operator creates an organization. */
export const createOrganizationBody = z.strictObject({ name: filledText(200) })

/** A signed-in user, and the organizations that they may act in. */
export const dashboardSession = z.strictObject({
  user: z.strictObject({
    id: idOf('usr'),
    email: z.string(),
    name: z.string(),
    is_operator: z.boolean(),
  }),
  organizations: z.array(
    z.strictObject({ id: z.string(), name: z.string(), role: z.enum(roles), is_live: z.boolean() }),
  ),
  /** When the session ends, unless the user uses it again before. */
  expires_at: timestamp,
  /** Until when the user may change keys, users, connections and settings; afterwards they must confirm their identity again. */
  reauthenticated_until: nullableTimestamp,
  /** The name of the identity provider by which the user can confirm their identity; null if their account is not linked to one. */
  identity_provider: nullableText,
})

/** A signed-in user, and the organizations that they may act in. */
export type DashboardSession = z.infer<typeof dashboardSession>
