import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowCommandTimeout, useCommandLine } from '../../../../test/support/services/use-command-line.ts'

const { dataDir, run, ask } = useCommandLine()

test('a refusal is a sentence on standard error and exit code 1', slowCommandTimeout, async () => {
  expect(await run(['organization', 'show', 'org_none'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no organization "org_none".\n',
  })
  expect(JSON.parse((await run(['organization', 'show', 'org_none', '--json'])).stderr)).toEqual({
    error: { code: 'not_found', message: 'There is no organization "org_none".', details: [] },
  })
})

test('every issue of a refusal is a line, and with --json one object', slowCommandTimeout, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Refused')
  const args = ['plan', 'create', '--organization', id!, '--plan', '{"name":"","type":"weekly"}']

  const lines = await run(args)
  const asJson = await run([...args, '--json'])
  const unknown = await run(['organization', 'update', id!, '--set', 'alowed_origins=1'])
  const noJson = await run(['plan', 'create', '--organization', id!, '--plan', '{"name": Reader}'])

  expect(lines.stderr.trim().split('\n').length).toBeGreaterThan(2)
  expect(JSON.parse(asJson.stderr)).toMatchObject({
    error: {
      code: 'invalid_parameter',
      details: expect.arrayContaining([expect.objectContaining({ path: 'body.name' })]),
    },
  })
  expect(unknown.stderr).toContain('alowed_origins is no setting; the settings are')
  expect(unknown.stderr).toContain('allowed_origins')
  expect(noJson.stderr).toContain("Unexpected token 'R'")
})

test('the examples that `plan create --help` prints make plans', slowCommandTimeout, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Newcomer')
  const { stdout } = await run(['plan', 'create', '--help'])
  const examples = [...stdout.matchAll(/--plan '(.+)'/g)].map(([, plan = '']) => plan)

  expect(examples).toHaveLength(2)
  for (const plan of examples) await ask('plan', 'create', '--organization', id!, '--plan', plan)
})

test('wrong usage is exit code 2', slowCommandTimeout, async () => {
  expect(await run(['key', 'create'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--organization'),
  })
})

test('a command reports with a sentence that its data folder is not a folder', slowCommandTimeout, async () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')

  expect(await run(['organization', 'list'], { DATA_DIR: file })).toEqual({
    code: 1,
    stdout: '',
    stderr: `The data folder ${file} cannot be created.\n`,
  })
})

test('a missing file is named in one sentence', slowCommandTimeout, async () => {
  const { code, stderr } = await run(['rules', 'check', '--organization', 'org_none', '--rules', 'nowhere.json'])

  expect(code).toBe(2)
  expect(stderr).toBe("error: option '--rules <file>' argument 'nowhere.json' is invalid. There is no such file.\n")
})

test('a configuration with issues lists them all, and the server does not start', slowCommandTimeout, async () => {
  const { code, stderr } = await run(['serve'], { MODE: 'lively', PORT: 'many' })

  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(2)
  expect(stderr).not.toContain('    at ')
})

test('invalid risk rules are refused with every issue', slowCommandTimeout, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Careless')
  const file = join(dataDir, 'broken-rules.json')
  writeFileSync(file, JSON.stringify([{ name: 'a', when: {} }, { when: { bins: ['x'] } }]))

  const { code, stderr } = await run(['rules', 'check', '--organization', id!, '--rules', file])

  expect(code).toBe(1)
  expect(stderr).toContain('must have a condition')
  expect(stderr).toContain('one to six leading digits')
})

test('a refused logo is reported with the broken rule and the value', slowCommandTimeout, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Careless')
  const [large, text] = [join(dataDir, 'large.png'), join(dataDir, 'text.png')]
  writeFileSync(large, Buffer.alloc(101_000))
  writeFileSync(text, 'GIF89a')
  const refusalOf = async (file: string) => (await run(['organization', 'update', id!, '--logo', file])).stderr

  expect(await refusalOf('nowhere.png')).toBe('--logo must name a file; "nowhere.png" cannot be read: ENOENT.\n')
  expect(await refusalOf(dataDir)).toBe(`--logo must name a file; "${dataDir}" is not a file.\n`)
  expect(await refusalOf(large)).toBe('The logo must have at most 100 kB (100000 bytes); it has 101000 bytes.\n')
  expect(await refusalOf(text)).toBe('The logo must be a PNG or WebP by its content; it begins with "GIF89a".\n')
})
