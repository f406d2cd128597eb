/** The path of a member in a body. A name may itself be secret text, so only names that look like the interface's are included. */
export const pathInBody = (names: readonly string[]): string =>
  ['body', ...names.filter((name) => /^[a-z_]{1,64}$/i.test(name))].join('.')
