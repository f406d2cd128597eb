import type { Command } from 'commander'
import { addGroup, type AddCommand, byHand, type CommandRunner } from '../add-command.ts'
import { jsonText } from '../options/parse-options.ts'
import { readSecret } from '../options/read-files.ts'
import { userName } from '../run/user-name.ts'

/**
 * Adds `connection …`: accounts at processors. Secrets come from standard input or a file, never from an argument, which other users could
 * read.
 */
export const addConnectionCommands = (program: Command, add: AddCommand, run: CommandRunner): void => {
  const group = addGroup(program, 'connection', 'accounts at processors')
  withSecret(add(group, 'connection add', 'add an account; its secret key by standard input or file'))
    .requiredOption('--organization <id>')
    .requiredOption('--adapter <name>', 'stripe, or the name of a package')
    .option('--label <text>', 'your own words for it')
    .option('--set <name=value...>', 'a public setting, such as publishable_key=pk_…', [])
    .option('--who <name>', 'kept with what is done', userName())
    .action(async ({ label, secretFile, json, ...asked }) =>
      run('connection add', { ...asked, secret: await readSecret(secretFile), ...(label && { label }) }, { json }),
    )
  add(group, 'connection list', 'list connections')
    .option('--organization <id>', 'only its own; absent: all')
    .action(({ organization, ...options }) =>
      run('connection list', { ...(organization && { organization }) }, options),
    )
  add(group, 'connection check', 'ask its processor whether everything is right; a paused one goes on then', '<id>')
  withSecret(
    byHand(
      add(group, 'connection rotate', 'put another key of the same account in; by standard input or file', '<id>'),
    ),
  )
    .option('--method-kinds <list>', 'what it charges from now on, such as CARD,PAYPAL; without it, what it did')
    .action(async (id, { secretFile, json, ...asked }) =>
      run('connection rotate', { id, secret: await readSecret(secretFile), ...asked }, { json }),
    )
  byHand(add(group, 'connection disable', 'send nothing over it any more, until it is enabled again', '<id>'))
  byHand(add(group, 'connection enable', 'let money move over it again', '<id>'))
}

const withSecret = (command: Command): Command =>
  command.option('--secret-file <path>', 'a file with the secret key; absent: it is read from standard input')

/** Adds `routing …`: which connections charge new methods. */
export const addRoutingCommands = (program: Command, add: AddCommand): void => {
  const group = addGroup(program, 'routing', 'which connection charges new methods')
  add(group, 'routing show', 'show the routes of an organization').requiredOption('--organization <id>')
  byHand(add(group, 'routing set', 'set them all; the first route that fits counts, an empty list has none'))
    .requiredOption('--organization <id>')
    .requiredOption(
      '--routes <json>',
      'such as [{"connection":"con_…","kinds":["CARD"],"currencies":["EUR"],"countries":["DE"]}]',
      jsonText,
    )
}
