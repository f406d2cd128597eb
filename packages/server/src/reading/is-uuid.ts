/** Whether a caller's text has the form of our ids: a UUID, preceded by `prefix`, such as `link_`, if a prefix is given. */
export const isUuid = (text: string, prefix = ''): boolean =>
  text.startsWith(prefix) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text.slice(prefix.length))
