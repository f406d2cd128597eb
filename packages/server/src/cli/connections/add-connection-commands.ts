import type { Command } from 'commander'
import { addGroup, type AddCommand, addDecisionOptions, type CommandRunner } from '../add-command.ts'
import { parseJson } from '../options/parse-options.ts'
import { readSecret } from '../options/read-files.ts'
import { userName } from '../run/user-name.ts'

/**
 * Adds `connection …`: accounts at processors. Secrets come from standard input or a file, never from an argument, which other users could
 * read.
 */
export const addConnectionCommands = (program: Command, add: AddCommand, run: CommandRunner): void => {
  const group = addGroup(program, 'connection', 'accounts at payment processors')
  withSecret(add(group, 'connection add', 'connect an account; reads its secret key from standard input or a file'))
    .requiredOption('--organization <id>')
    .requiredOption('--adapter <name>', 'stripe, or the name of an npm package')
    .option('--label <text>', 'a description of it')
    .option('--set <name=value...>', 'set a public setting, such as publishable_key=pk_…', [])
    .option('--who <name>', 'name of the operator, recorded in the audit log', userName())
    .action(async ({ label, secretFile, json, ...asked }) =>
      run('connection add', { ...asked, secret: await readSecret(secretFile), ...(label && { label }) }, { json }),
    )
  add(group, 'connection list', 'list connections')
    .option('--organization <id>', 'only connections of this organization (default: all)')
    .action(({ organization, ...options }) =>
      run('connection list', { ...(organization && { organization }) }, options),
    )
  add(
    group,
    'connection check',
    'check the account at its processor; resumes a paused connection if the check passes',
    '<id>',
  )
  withSecret(
    addDecisionOptions(
      add(
        group,
        'connection rotate',
        'replace the secret key with another key of the same account; reads it from standard input or a file',
        '<id>',
      ),
    ),
  )
    .option(
      '--method-kinds <list>',
      'payment method types to charge from now on, such as CARD,PAYPAL (default: unchanged)',
    )
    .action(async (id, { secretFile, json, ...asked }) =>
      run('connection rotate', { id, secret: await readSecret(secretFile), ...asked }, { json }),
    )
  addDecisionOptions(
    add(group, 'connection disable', 'stop all calls over a connection until it is enabled again', '<id>'),
  )
  addDecisionOptions(add(group, 'connection enable', 'allow calls over a disabled connection again', '<id>'))
}

const withSecret = (command: Command): Command =>
  command.option('--secret-file <path>', 'file with the secret key (default: standard input)')

/** Adds `routing …`: which connections charge new methods. */
export const addRoutingCommands = (program: Command, add: AddCommand): void => {
  const group = addGroup(program, 'routing', 'which connection charges a new payment method')
  add(group, 'routing show', 'show the routes of an organization').requiredOption('--organization <id>')
  addDecisionOptions(
    add(group, 'routing set', 'replace all routes; the first matching route applies; an empty list removes all'),
  )
    .requiredOption('--organization <id>')
    .requiredOption(
      '--routes <json>',
      'such as [{"connection":"con_…","kinds":["CARD"],"currencies":["EUR"],"countries":["DE"]}]',
      parseJson,
    )
}
