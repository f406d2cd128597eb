/** The command on a page that begins with this text, with its indented continuation lines. */
export const commandOn = (page: string, beginning: string): string => {
  const command = new RegExp(`^${RegExp.escape(beginning)}.*(?:\\n {2}.*)*`, 'm').exec(page)?.[0]
  if (command === undefined) throw new Error(`The page has no command that begins with "${beginning}".`)
  return command
}

/** A command with real ids in place of `org_…`, `con_…` and `price_…`; the keys of `known` are the parts before the underscore. */
export const withIds = (command: string, known: Readonly<Record<string, string | undefined>>): string =>
  command.replaceAll(/\b(org|con|price)_…/g, (_, prefix: string) => known[prefix] ?? 'not known yet')
