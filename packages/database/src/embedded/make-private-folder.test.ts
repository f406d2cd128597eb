import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePrivateFolder } from './make-private-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'private-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a private folder is made with its parents, readable only by its owner', () => {
  makePrivateFolder(join(folder, 'a/b'))
  makePrivateFolder(join(folder, 'a/b'))

  for (const made of ['a', 'a/b']) expect(statSync(join(folder, made)).mode & 0o777).toBe(0o700)
})

test.runIf(process.platform === 'linux')(
  'a folder in a place that cannot be written is refused, without endless tries',
  () => {
    expect(() => makePrivateFolder('/proc/billing/data')).toThrow('ENOENT')
  },
)

test('a path that is not a folder is refused', () => {
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))

  expect(() => makePrivateFolder(join(folder, 'file'))).toThrow('is a file')
  expect(() => makePrivateFolder(join(folder, 'file/inside'))).toThrow('ENOTDIR')
  expect(() => makePrivateFolder(join(folder, 'link'))).toThrow('ENOENT')
})
