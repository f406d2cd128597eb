import type { Plugin } from 'vite'

/** The target of an import: another file, or a name that stays in the output. */
export interface Resolved {
  readonly id: string
  readonly external?: boolean
}

/** A plugin that resolves the given imports to other files, or keeps them as external imports. */
export const resolveInstead = (instead: Readonly<Record<string, Resolved>>): Plugin => ({
  name: 'resolve-instead',
  enforce: 'pre',
  resolveId: (source) => instead[source] ?? null,
})
