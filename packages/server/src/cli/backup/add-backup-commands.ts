import type { Command } from 'commander'
import { addJsonOption } from '../add-command.ts'

/** Adds `backup` and `restore`, and `export` and `import`, which move the data from one kind of database to the other. */
export const addBackupCommands = (program: Command, environment: Readonly<NodeJS.ProcessEnv>): void => {
  // Loaded when one of these commands runs, so that no other command waits for the module.
  const commands = () => import('./copy-database.ts')
  addTo(program, 'backup', 'write the whole database to a file while servers run').action(async ({ to, json }) =>
    (await commands()).runBackup(environment, to, json === true),
  )
  addFrom(program, 'restore', 'restore a backup into an empty database; money movement starts paused')
    .option('--erasures <file>', 'journal of erasures to repeat (default: ERASURES_FILE)')
    .action(async ({ from, erasures, json }) =>
      (await commands()).runRestore(environment, from, { erasures, json: json === true }),
    )
  addTo(
    program,
    'export',
    'write all rows to a file that either kind of database can import; stop the servers first',
  ).action(async ({ to, json }) => (await commands()).runExport(environment, to, json === true))
  addFrom(program, 'import', 'import an export into an empty database of either kind').action(async ({ from, json }) =>
    (await commands()).runImport(environment, from, json === true),
  )
}

const addTo = (program: Command, name: string, description: string): Command =>
  addJsonOption(program.command(name).description(description)).requiredOption(
    '--to <path>',
    'a new file, or a folder (ending in a slash) in which the file is named by the time',
  )

const addFrom = (program: Command, name: string, description: string): Command =>
  addJsonOption(program.command(name).description(description)).requiredOption('--from <file>', 'file to read')
