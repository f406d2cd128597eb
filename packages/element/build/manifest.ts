import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One built file, as the server serves it. */
export interface BuiltFile {
  /** Relative to the output folder, with slashes. */
  readonly path: string
  readonly bytes: number
  /** Size after `gzip -9`. */
  readonly gzip: number
  /** For the `integrity` attribute: `sha384-…`. */
  readonly integrity: string
}

/** The result of the build. The server reads this file to find all others. */
export interface Manifest {
  /** A hash of all inputs of the build. */
  readonly inputs: string
  /** The script's stable name. */
  readonly script: string
  /** The same script with a hash of its content in the name, so that it can be cached forever. */
  readonly versioned_script: string
  /** The script's `integrity` value. */
  readonly integrity: string
  /** The customer portal's script, with a hash of its content in the name, and its `integrity` value. */
  readonly portal: { readonly versioned_script: string; readonly integrity: string }
  readonly card_frame: { readonly js: string }
  /** The card frame for a processor's own fields. */
  readonly hosted_frame: { readonly js: string }
  /** The frame for a processor's own wallet button. */
  readonly wallet_frame: { readonly js: string }
  /** Every locale that the element supports. */
  readonly locales: readonly string[]
  readonly files: readonly BuiltFile[]
}

/** The built files, for a merchant who embeds the script: served as `/inventory.json`. */
export interface Inventory {
  /** The version of the package. */
  readonly version: string
  /** The script to embed. Its name contains a hash of its content, so the name never means another script. */
  readonly script: string
  /** The script's `integrity` value. */
  readonly integrity: string
  /** The customer portal's script to embed, and its `integrity` value. */
  readonly portal: { readonly script: string; readonly integrity: string }
  readonly files: readonly BuiltFile[]
}

/** The inventory of the build that `manifest` describes. */
export const inventoryOf = ({ versioned_script, integrity, portal, files }: Manifest, version: string): Inventory => ({
  version,
  script: versioned_script,
  integrity,
  portal: { script: portal.versioned_script, integrity: portal.integrity },
  files,
})

/** The SHA-384 of `bytes`, as a value for the `integrity` attribute. */
export const integrityOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** The first ten hexadecimal digits of the SHA-256 of `bytes`, for file names. */
export const shortHashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 10)

/** Every file under `folder`, measured, sorted by path. */
export const measureFiles = (folder: string): readonly BuiltFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => {
      const bytes = readFileSync(file)
      return {
        path: file.slice(folder.length + 1).replaceAll('\\', '/'),
        bytes: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        integrity: integrityOf(bytes),
      }
    })
