/** The roles that a dashboard user can have in an organization, from most to fewest rights. */
export const roles = ['admin', 'member', 'support', 'read_only'] as const

/** The role of a user in one organization. */
export type Role = (typeof roles)[number]

/** The shortest password of a user, in characters. */
export const passwordLengthMin = 12
