import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runBackup, runExport } from './copy-database.ts'

test.each([runBackup, runExport])('%o writes no file if its folder is missing', async (run) => {
  const folder = mkdtempSync(join(tmpdir(), 'volumes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const missing = join(folder, 'not-mounted')

  const running = run({ DATA_DIR: join(folder, 'data') }, `${missing}/`, true)

  await expect(running).rejects.toThrow(`There is no folder ${missing}: mount or create it. Nothing was written.`)
  expect(existsSync(missing)).toBe(false)
})
