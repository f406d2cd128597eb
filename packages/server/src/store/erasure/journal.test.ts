import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { restore } from '../../backup/restore.ts'
import { readConfig } from '../../config/read-config.ts'
import { appendToJournal, makeJournal, readErasureJournal } from './journal.ts'

const aJournalsPath = () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'erasures')
}
const erasure = { organization: 'org_1', customer: 'cus_1' }

test('a journal names no person, and keeps its lines if it is created again', async () => {
  const path = aJournalsPath()

  await makeJournal(path)
  expect([readErasureJournal(path), statSync(path).mode & 0o777]).toEqual([[], 0o600])
  await appendToJournal(path, [erasure])
  await makeJournal(path)

  expect(readErasureJournal(path)).toEqual([erasure])
})

test('a missing journal is neither read as empty nor created by an erasure', async () => {
  const path = aJournalsPath()

  await expect(appendToJournal(path, [erasure])).rejects.toThrow('mount its volume')
  expect(() => readErasureJournal(path)).toThrow('mount its volume')
  expect(existsSync(path)).toBe(false)
})

test('nothing is restored without the journal that the settings name', async () => {
  const path = aJournalsPath()
  const config = readConfig({ DATA_DIR: join(path, 'data'), ERASURES_FILE: path, MODE: 'sandbox' })

  await expect(restore(config, pino({ level: 'silent' }), 'the.backup')).rejects.toThrow(
    `There is no journal of erasures ${path}: mount its volume, or unset ERASURES_FILE where nobody was ever erased. Nothing was changed.`,
  )
})
