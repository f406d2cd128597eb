/**
 * Whether a text is the origin of a web page. This is stricter than the URL standard, which allows `;` and `,` in a host: origins are
 * written into Content-Security-Policies, where these characters would end the directive or the policy.
 */
export const isOrigin = (value: string): boolean =>
  /^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.test(value) &&
  URL.canParse(value) &&
  new URL(value).origin === value
