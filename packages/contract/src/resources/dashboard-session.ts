import { z } from 'zod'
import { passwordLengthMin, roles } from '../vocabulary/users.ts'
import { emailInput, idOf, timestamp } from './fields.ts'
import { filledText, personName } from './text.ts'

const passwordLengthMax = 1024

const newPassword = z.string().min(passwordLengthMin).max(passwordLengthMax)
/** A password that is only compared. A shorter one is wrong, and no error of its own. */
const givenPassword = z.string().min(1).max(passwordLengthMax)
/** A code or the token of a link: 160 random bits in hexadecimal. */
const userToken = z.string().max(255)

/** What the dashboard signs a user in with. */
export const signInBody = z.strictObject({ email: emailInput, password: givenPassword })

/** What makes the first user. */
export const setUpBody = z.strictObject({
  code: userToken,
  email: emailInput,
  name: personName(200),
  password: newPassword,
})

/** What accepts an invitation, or sets another password; a name is for people who are no user yet. */
export const acceptInvitationBody = z.strictObject({
  token: userToken,
  name: personName(200).optional(),
  password: newPassword,
})

/** The password, repeated before a change that needs it. */
export const reauthenticateBody = z.strictObject({ password: givenPassword })

/** What an operator makes an organization with. */
export const createOrganizationBody = z.strictObject({ name: filledText(200) })

/** A user who is signed in, and the organizations that they may act in. */
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
  /** When the session ends unless it is used. */
  expires_at: timestamp,
  /** Until when keys, users, connections and settings may be changed; later the user has to confirm who they are. */
  reauthenticated_until: timestamp.nullable(),
  /** The name of the identity provider by which the user can confirm who they are; null if their account is not linked to one. */
  identity_provider: z.string().nullable(),
})

/** A user who is signed in, and the organizations that they may act in. */
export type DashboardSession = z.infer<typeof dashboardSession>
