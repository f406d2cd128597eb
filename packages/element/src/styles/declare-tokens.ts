/**
 * CSS that sets `--_<name>` on `selector` for each token in `names`, by default all of `defaults`. The value is the page's; if the page
 * sets none, the default. Rules use only these properties, so that each default is written once.
 */
export const declareTokens = <Name extends string>(
  selector: string,
  defaults: Readonly<Record<Name, string>>,
  names: readonly Name[] = Object.keys(defaults) as Name[],
): string => `${selector}{${names.map((name) => `--_${name}:var(--billing-${name},${defaults[name]})`).join(';')}}`
