import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { ArchiveTarget } from '../../backup/archive/write-archive.ts'
import { backUp } from '../../backup/back-up.ts'
import { openBackupSource } from '../../backup/backup-source.ts'
import { exportDatabase, importDatabase } from '../../backup/export-and-import.ts'
import { restore } from '../../backup/restore.ts'
import type { Config } from '../../config/config.ts'
import { StartProblem } from '../../config/start-problem.ts'
import { readConfig } from '../../config/read-config.ts'
import { actingAs, withoutRequest } from '../../store/acting.ts'
import { formatAnswer } from '../format-answer.ts'
import { createCommandLogger } from '../run/create-command-logger.ts'
import { askServer } from '../run/run-command.ts'
import { userName } from '../run/user-name.ts'

type Environment = Readonly<NodeJS.ProcessEnv>

/** Runs `backup`. If a server has an embedded database open, that server makes the backup. */
export const runBackup = (environment: Environment, to: string, json: boolean): Promise<void> =>
  copyToFile(environment, { what: 'backup', to, json, ending: 'backup' }, async (config, logger, target) => {
    const answer = config.databaseUrl === null ? await askServer(config, 'backup', target) : undefined
    if (answer !== undefined) return answer
    const books = await openBackupSource(config, logger)
    try {
      return await backUp(books, target)
    } finally {
      await books.database.close()
    }
  })

/** Runs `restore`. */
export const runRestore = (
  environment: Environment,
  from: string,
  { erasures, json }: { readonly erasures: string | undefined; readonly json: boolean },
): Promise<void> =>
  copyFromFile(environment, { what: 'restore', from, json }, (config, logger, file) => {
    // If the journal that the settings name is missing, `restore` itself explains what to do.
    if (erasures !== undefined && statSync(erasures, { throwIfNoEntry: false }) === undefined)
      throw new StartProblem(`There is no journal of erasures ${erasures}. Nothing was changed.`)
    return restore(config, logger, file, erasures === undefined ? config.erasuresFile : resolve(erasures))
  })

/** Runs `export`. */
export const runExport = (environment: Environment, to: string, json: boolean): Promise<void> =>
  copyToFile(environment, { what: 'export', to, json, ending: 'export' }, exportDatabase)

/** Runs `import`. */
export const runImport = (environment: Environment, from: string, json: boolean): Promise<void> =>
  copyFromFile(environment, { what: 'import', from, json }, importDatabase)

/** A command that writes a file; `ending` is the extension of a file whose name is made from the time. */
interface ToFile {
  readonly what: string
  readonly to: string
  readonly json: boolean
  readonly ending: string
}

const copyToFile = async (
  environment: Environment,
  { what, to, json, ending }: ToFile,
  copy: (config: Config, logger: Logger, target: ArchiveTarget) => Promise<object>,
): Promise<void> => {
  const file = fileOf(to, ending)
  const target = { file, unfinished: `${file}.${process.pid}.unfinished` }
  const stopProgress = showProgress(target.unfinished)
  try {
    print(await asUser(what, () => copy(...settingsOf(environment), target)), json)
  } finally {
    stopProgress()
  }
}

const copyFromFile = async (
  environment: Environment,
  { what, from, json }: { readonly what: string; readonly from: string; readonly json: boolean },
  copy: (config: Config, logger: Logger, file: string) => Promise<object>,
): Promise<void> => print(await asUser(what, () => copy(...settingsOf(environment), resolve(from))), json)

const asUser = <Answer>(what: string, copy: () => Promise<Answer>): Promise<Answer> =>
  actingAs({ who: userName(), what, ...withoutRequest }, copy)

/**
 * Returns the path of the file. In a folder, the file's name is made from the time. A path that ends in a slash always means a folder, so
 * that an unmounted folder does not become a file.
 */
const fileOf = (to: string, ending: string): string => {
  const path = resolve(to)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    if (/[/\\]$/.test(to))
      throw new StartProblem(`There is no folder ${path}: mount or create it. Nothing was written.`)
    return path
  }
  return join(path, `billing-checkout-${new Date().toISOString().replaceAll(/[:-]|\.\d+/g, '')}.${ending}`)
}

const settingsOf = (environment: Environment): [Config, Logger] => {
  const config = readConfig(environment)
  return [config, createCommandLogger(config)]
}

const print = (answer: object, json: boolean): void => {
  process.stdout.write(`${json ? JSON.stringify(answer) : formatAnswer(answer)}\n`)
  if ('ok' in answer && answer.ok === false) process.exitCode = 1
}

/** Shows the progress on a terminal every second; returns the function that stops this. */
const showProgress = (unfinished: string): (() => void) => {
  if (!process.stderr.isTTY) return () => {}
  const timer = setInterval(() => {
    const size = statSync(unfinished, { throwIfNoEntry: false })?.size ?? 0
    process.stderr.write(`\r${(size / 1e6).toFixed(1)} MB written`)
  }, 1000)
  return () => {
    clearInterval(timer)
    process.stderr.write('\r\u001b[K')
  }
}
