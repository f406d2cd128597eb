import { Problem } from '@billing-checkout/contract'
import type { LoadAdapter } from '../connections/registry.ts'
import type { ProcessorAdapter } from '../processors/adapter.ts'

/** Our packages, by the short names that connections use. */
const packages: Readonly<Record<string, string>> = { stripe: '@billing-checkout/stripe' }

/**
 * Loads a processor's package, which must be installed next to the server: our packages by their short names, other packages by their
 * package names. The package exports `adapter`. Throws `invalid_parameter` if the name is no package name, the package is not installed, or
 * it exports no adapter.
 */
export const loadAdapter: LoadAdapter = async (name) => {
  const known = packages[name]
  if (known === undefined && !isPackageName.test(name)) {
    throw new Problem(
      'invalid_parameter',
      `There is no adapter ${JSON.stringify(name)}: use ${Object.keys(packages).join(', ')}, or the name of a package, such as @acme/processor.`,
    )
  }
  const source = known ?? name
  const loaded = await load(source, name)
  const { adapter } = loaded
  if (!isAdapter(adapter))
    throw new Problem('invalid_parameter', `The package ${source} exports no \`adapter\` of a processor.`)
  return adapter
}

/** A package name with a scope or a hyphen, so that a mistyped short name is not taken for a package. */
const isPackageName = /^(?:@[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*|[a-z0-9]+(?:-[a-z0-9]+)+)$/

const load = async (source: string, name: string): Promise<{ readonly adapter?: unknown }> => {
  try {
    return (await import(source)) as { readonly adapter?: unknown }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing || !String(error).includes(source)) throw error
    throw new Problem(
      'invalid_parameter',
      `The adapter ${name} is not installed next to the server. ${howToInstall(source)}`,
    )
  }
}

/** Our packages are on no registry yet, so for them npm needs the name of a file. */
const howToInstall = (source: string): string =>
  Object.values(packages).includes(source)
    ? `It is our package ${source}: \`npm run pack\` in a clone of billing-checkout makes its tarball, which \`npm install FILE\` takes.`
    : `Install its package there: npm install ${source}, or the package's tarball or folder.`

const isAdapter = (value: unknown): value is ProcessorAdapter =>
  typeof value === 'object' &&
  value !== null &&
  ['examine', 'check', 'open'].every((member) => typeof (value as Record<string, unknown>)[member] === 'function')
