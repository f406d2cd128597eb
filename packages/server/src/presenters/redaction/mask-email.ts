/** Enough of an address to recognise one's own: `m•••@example.com`. */
export const maskEmail = (email: string | null): string | null =>
  email === null ? null : email.replace(/^(.)[^@]*/u, '$1•••')
