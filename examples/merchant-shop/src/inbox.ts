/** The page with the sandbox's emails to one address, or to all; null if the billing service has no such page. */
export const inboxOf = (inboxUrl: string | null, email: string | null): string | null =>
  inboxUrl === null || email === null ? inboxUrl : `${inboxUrl}?${new URLSearchParams({ to: email })}`
