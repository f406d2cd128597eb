import type { Plugin } from 'vite'

/** What an import becomes: another file, or a name that stays in the output. */
export interface Resolved {
  readonly id: string
  readonly external?: boolean
}

/** A plugin that resolves the named imports to other files, or leaves them as they will be in the output. */
export const resolveInstead = (instead: Readonly<Record<string, Resolved>>): Plugin => ({
  name: 'resolve-instead',
  enforce: 'pre',
  resolveId: (source) => instead[source] ?? null,
})
