/** Masks an address so that only its owner recognizes it: `m•••@example.com`. */
export const maskEmail = (email: string | null): string | null =>
  email === null ? null : email.replace(/^(.)[^@]*/u, '$1•••')
