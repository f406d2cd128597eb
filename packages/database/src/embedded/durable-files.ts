import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'

/**
 * The files of an embedded database, with the `fsync` that PGlite's own file layer lacks, so that every committed transaction is on disk.
 */
export class DurableFiles extends NodeFS {
  readonly #sync: (descriptor: number) => void

  /** @param sync writes a file's content to the disk; tests count the calls */
  constructor(folder: string, sync: (descriptor: number) => void = fsyncSync) {
    super(folder)
    this.#sync = sync
  }

  override async init(pglite: PGlite, options: ModuleOptions): Promise<{ emscriptenOpts: ModuleOptions }> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const addSync = (module: object) => {
      const { NODEFS } = (module as NodeModule).FS.filesystems
      // PostgreSQL must get a failed fsync as an error number: PostgreSQL then stops instead of treating the commit as durable.
      NODEFS.stream_ops.fsync = ({ nfd }) => NODEFS.tryFSOperation(() => this.#sync(nfd))
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }
}

type ModuleOptions = Parameters<NodeFS['init']>[1]

/** The part of Emscripten's file layer that PGlite does not declare in its types. */
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
