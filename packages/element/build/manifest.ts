import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One built file, as the server serves it. */
export interface BuiltFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string
  readonly bytes: number
  /** Size after `gzip -9`. */
  readonly gzip: number
  /** Subresource integrity: `sha384-…`. */
  readonly integrity: string
}

/** What the build made and under which names: the server reads this and nothing else of the element. */
export interface Manifest {
  /** Hash of everything the build was made from. */
  readonly inputs: string
  /** The script under its stable name. */
  readonly script: string
  /** The same script under a name that will never mean anything else: cacheable for ever. */
  readonly versioned_script: string
  /** Subresource integrity of the script. */
  readonly integrity: string
  /** The script of the customer portal under a name that will never mean anything else, and its integrity. */
  readonly portal: { readonly versioned_script: string; readonly integrity: string }
  readonly card_frame: { readonly js: string }
  /** The card frame that holds a processor's own fields. */
  readonly hosted_frame: { readonly js: string }
  /** The frame with a processor's own button of a wallet. */
  readonly wallet_frame: { readonly js: string }
  /** Every locale the element speaks. */
  readonly locales: readonly string[]
  readonly files: readonly BuiltFile[]
}

/** The built files, for a merchant who embeds the script: served as `/inventory.json`. */
export interface Inventory {
  /** The version of the package. */
  readonly version: string
  /** The script to embed; its name never means another script. */
  readonly script: string
  /** Subresource integrity of that script. */
  readonly integrity: string
  /** The script of the customer portal to embed, and its integrity. */
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

/** SHA-384 of `bytes` in the form the `integrity` attribute wants. */
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
