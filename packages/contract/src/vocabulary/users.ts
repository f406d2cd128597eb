/** What a user of the dashboard may do in an organization, from most to least. */
export const roles = ['admin', 'member', 'support', 'read_only'] as const

/** The role of a user in one organization. */
export type Role = (typeof roles)[number]

/** The shortest password of a user, in characters. */
export const passwordLengthMin = 12
