/**
 * Declares `--_<name>` for tokens, by default all of `defaults`, on `selector`: what the host page chose, else the default.
 * Rules use only these, so that a default is written once.
 */
export const declareTokens = <Name extends string>(
  selector: string,
  defaults: Readonly<Record<Name, string>>,
  names: readonly Name[] = Object.keys(defaults) as Name[],
): string => `${selector}{${names.map((name) => `--_${name}:var(--billing-${name},${defaults[name]})`).join(';')}}`
