/**
 * Whether a text is the origin of a web page. Stricter than the URL standard, which lets a host contain `;` and `'`: origins
 * are written into policies, where those would begin something else.
 */
export const isOrigin = (value: string): boolean =>
  /^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.test(value) &&
  URL.canParse(value) &&
  new URL(value).origin === value
