import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Whether this process may mount a small disk. If not, tests of a full disk are skipped. */
export const canMountDisk: boolean = process.getuid?.() === 0 && process.platform === 'linux'

/** A small disk in memory. */
export interface SmallDisk {
  /** Uses up all free space. */
  fill(): void
  /** Frees that space again. */
  empty(): void
  unmount(): void
}

/** Mounts a disk of this many megabytes in a folder. */
export const mountSmallDisk = (folder: string, megabytes: number): SmallDisk => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    fill() {
      for (const size of [65_536, 512]) writeUntilFull(filler, Buffer.alloc(size))
    },
    empty: () => rmSync(filler),
    unmount: () => void execFileSync('umount', ['-l', folder]),
  }
}

const writeUntilFull = (path: string, content: Buffer): void => {
  const file = openSync(path, 'a')
  try {
    for (;;) writeSync(file, content)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
