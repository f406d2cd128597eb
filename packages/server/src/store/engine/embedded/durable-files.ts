import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'

/** The files of an embedded database, with the `fsync` that PGlite's own file layer lacks: committed means on disk. */
export class DurableFiles extends NodeFS {
  readonly #sync: (descriptor: number) => void

  /** @param sync brings a file's content to the disk; a test may count the calls */
  constructor(folder: string, sync: (descriptor: number) => void = fsyncSync) {
    super(folder)
    this.#sync = sync
  }

  override async init(pglite: PGlite, options: ModuleOptions): Promise<{ emscriptenOpts: ModuleOptions }> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const addSync = (module: object) => {
      const { NODEFS } = (module as NodeModule).FS.filesystems
      // A failed fsync must reach PostgreSQL as an error number: it then stops instead of believing in a commit.
      NODEFS.stream_ops.fsync = ({ nfd }) => NODEFS.tryFSOperation(() => this.#sync(nfd))
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }
}

type ModuleOptions = Parameters<NodeFS['init']>[1]

/** The part of Emscripten's file layer that PGlite's types leave out. */
interface NodeModule {
  readonly FS: {
    readonly filesystems: {
      readonly NODEFS: {
        readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => void }
        tryFSOperation(operation: () => void): void
      }
    }
  }
}
