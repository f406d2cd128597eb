import type { Command } from 'commander'
import { withJson } from '../add-command.ts'

/** Adds `backup` and `restore`, and `export` and `import`, which move the data from one kind of database to the other. */
export const addBackupCommands = (program: Command, environment: Readonly<NodeJS.ProcessEnv>): void => {
  // Loaded when one of these commands runs, so that no other command waits for the module.
  const commands = () => import('./copy-database.ts')
  addTo(program, 'backup', 'write all that is in the database into a file, while servers run').action(
    async ({ to, json }) => (await commands()).runBackup(environment, to, json === true),
  )
  addFrom(program, 'restore', 'make an empty database what a backup shows, and let no money move at first')
    .option('--erasures <file>', 'the journal of erasures to repeat; absent: that of ERASURES_FILE')
    .action(async ({ from, erasures, json }) =>
      (await commands()).runRestore(environment, from, { erasures, json: json === true }),
    )
  addTo(
    program,
    'export',
    'write all rows into a file that either kind of database takes; stop the servers first',
  ).action(async ({ to, json }) => (await commands()).runExport(environment, to, json === true))
  addFrom(program, 'import', 'fill an empty database, of either kind, from an export').action(async ({ from, json }) =>
    (await commands()).runImport(environment, from, json === true),
  )
}

const addTo = (program: Command, name: string, description: string): Command =>
  withJson(program.command(name).description(description)).requiredOption(
    '--to <path>',
    'a file that does not exist yet, or a folder (with a slash at its end), where it is named by the time',
  )

const addFrom = (program: Command, name: string, description: string): Command =>
  withJson(program.command(name).description(description)).requiredOption('--from <file>', 'the file')
