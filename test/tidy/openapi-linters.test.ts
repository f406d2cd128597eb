import { openapi } from '@billing-checkout/contract/openapi'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Each linter reads two documents: the one that the server serves, and a small one with a fault, which proves that the linter works.

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  writeFileSync(join(folder, 'served.json'), JSON.stringify(openapi('https://billing.example')))
  writeFileSync(
    join(folder, 'faulty.json'),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'No version' }, paths: {} }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('redocly finds no fault in the interface', { timeout: 180_000 }, async () => {
  const output = await lint('@redocly/cli/bin/cli.js', [...documents(), '--config', resolve('test/tidy/redocly.yaml')])
  // The linter prints one JSON text per document.
  const reports = output.split(/(?<=\n\})\s*(?=\{)/).map((text) => JSON.parse(text) as { problems: RedoclyProblem[] })
  const said = reports
    .flatMap(({ problems }) => problems)
    .map(({ ruleId, message, location }) => ({
      file: location[0]!.source.ref,
      text: `${ruleId}: ${message} (${location[0]!.pointer})`,
    }))

  expectOnlyFaulty(said, acceptedPaths)
})

test('no request matches the two paths that redocly calls ambiguous', () => {
  const { paths } = openapi('https://billing.example') as { paths: Record<string, object> }

  expect(Object.keys(paths['/payments/{id}/consent']!)).toEqual(['get'])
  expect(Object.keys(paths['/payments/refund/{id}']!)).toEqual(['post'])
})

test('spectral finds no fault in the interface', { timeout: 180_000 }, async () => {
  const output = await lint('@stoplight/spectral-cli/dist/index.js', [
    ...documents(),
    '--quiet',
    '--ruleset',
    resolve('test/tidy/spectral.yaml'),
  ])
  const said = (JSON.parse(output) as SpectralProblem[]).map(({ code, message, path, source }) => ({
    file: source,
    text: `${code}: ${message} (${path.join('/')})`,
  }))

  expectOnlyFaulty(said, [])
})

const ambiguous = (one: string, other: string, place: string): string =>
  `no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: \`${one}\` and \`${other}\`. (#/paths/${place.replaceAll('/', '~1')})`

/**
 * The only findings that we accept. redocly assumes that an id in a path can be any text, so paths seem ambiguous. The paths are public
 * and stay, and real ids begin with a prefix.
 */
const acceptedPaths = [
  ambiguous('/payments/{id}/consent', '/payments/refund/{id}', '/payments/refund/{id}'),
  ambiguous(
    '/subscriptions/schedule-cancel/{id}',
    '/subscriptions/{id}/recovery-link',
    '/subscriptions/{id}/recovery-link',
  ),
]

const documents = (): readonly string[] => ['served.json', 'faulty.json'].map((name) => join(folder, name))

const expectOnlyFaulty = (
  said: readonly { readonly file: string; readonly text: string }[],
  accepted: readonly string[],
): void => {
  expect(said.filter(({ file }) => file.endsWith('served.json')).map(({ text }) => text)).toEqual(accepted)
  expect(said.some(({ file }) => file.endsWith('faulty.json'))).toBe(true)
}

interface RedoclyProblem {
  readonly ruleId: string
  readonly message: string
  readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer: string }[]
}

interface SpectralProblem {
  readonly code: string
  readonly message: string
  readonly path: readonly string[]
  readonly source: string
}

/** Runs a linter, and returns its output, with or without findings. The linter must not look for a newer version of itself. */
const lint = (program: string, words: readonly string[]): Promise<string> =>
  new Promise((done, fail) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }
    execFile(
      process.execPath,
      [resolve('node_modules', program), 'lint', '--format', 'json', ...words],
      options,
      (error, output, complaint) => (output.trim() === '' ? fail(error ?? new Error(complaint)) : done(output)),
    )
  })
