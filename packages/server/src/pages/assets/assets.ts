import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { servedFile, type ServedFile } from './served-file.ts'

/** The manifest of the element's files, which its build writes. */
export interface ElementManifest {
  readonly script: string
  readonly versioned_script: string
  readonly integrity: string
  /** The script of the customer portal; absent in a build without it. */
  readonly portal?: { readonly versioned_script: string; readonly integrity: string }
  readonly card_frame: { readonly js: string }
  /** The card frame for a processor's own fields. */
  readonly hosted_frame: { readonly js: string }
  /** The frame for a processor's own wallet button. */
  readonly wallet_frame: { readonly js: string }
  readonly files: readonly { readonly path: string; readonly integrity: string }[]
}

/** The built element: its manifest and its files by path. */
export interface ElementAssets {
  readonly manifest: ElementManifest
  readonly files: ReadonlyMap<string, ServedFile>
}

/**
 * Reads the built element into memory, so that a build while a server runs does not affect the server. `undefined` if the element has not
 * been built; the server then has no checkout page.
 */
export const readAssets = async (folder: string): Promise<ElementAssets | undefined> => {
  const manifest = await readManifest(folder)
  if (manifest === undefined) return undefined
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .filter((path) => path !== manifestName)
  const files = await Promise.all(
    paths.map(async (path) => [path, servedFile(path, await readFile(join(folder, path)))] as const),
  )
  return { manifest, files: new Map(files) }
}

/**
 * Whether the content behind a path never changes, because the path contains a hash. The paths of the newest scripts, the inventory and the
 * presets contain no hash.
 */
export const isImmutable = (path: string, { script }: ElementManifest): boolean =>
  !newest.has(path) && path !== script && path !== 'inventory.json' && !path.startsWith('presets/')

const manifestName = 'manifest.json'
/** Scripts whose names always refer to the newest version. */
const newest: ReadonlySet<string> = new Set(['billing-checkout.classic.js', 'billing-portal.js'])

const readManifest = async (folder: string): Promise<ElementManifest | undefined> => {
  try {
    return JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as ElementManifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
