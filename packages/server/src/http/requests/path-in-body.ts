/** Where in a body a member is. Names of members may be what must not be repeated, so only those of the interface's kind are. */
export const pathInBody = (names: readonly string[]): string =>
  ['body', ...names.filter((name) => /^[a-z_]{1,64}$/i.test(name))].join('.')
