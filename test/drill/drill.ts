import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Exercise, exercises } from './exercises.ts'

// `npm run drill` runs for hours what `npm run test:all` runs for seconds: mutations, concurrent requests, lost commits, kills and
// failovers. It can be stopped at any time and then continues with the unfinished exercise. `--restart` starts over; `--only meetings`
// runs the exercises whose names contain that word.

const { values } = parseArgs({ options: { restart: { type: 'boolean' }, only: { type: 'string' } } })
const progressFile = resolve('node_modules/.cache/billing-checkout-drill.json')

const readPassed = (): readonly string[] =>
  !values.restart && existsSync(progressFile) ? (JSON.parse(readFileSync(progressFile, 'utf8')) as string[]) : []

const keepPassed = (names: readonly string[]): void => {
  mkdirSync(dirname(progressFile), { recursive: true })
  writeFileSync(progressFile, JSON.stringify(names))
}

const run = ({ script, args, settings }: Exercise) =>
  new Promise<boolean>((done) => {
    const env = { ...process.env, ...settings }
    const child = spawn(process.execPath, [script, ...args], { env, stdio: 'inherit' })
    child.on('close', (code) => done(code === 0))
  })

let passed = readPassed()
const failed: string[] = []
for (const exercise of exercises.filter(({ name }) => name.includes(values.only ?? ''))) {
  const { name, script, args } = exercise
  if (passed.includes(name)) {
    console.log(`${name}: passed before`)
    continue
  }
  console.log(`\n── ${name}: node ${script} ${args.join(' ')}`)
  if (await run(exercise)) {
    passed = [...passed, name]
    keepPassed(passed)
  } else failed.push(name)
}
console.log(failed.length === 0 ? '\nThe drill has passed.' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
