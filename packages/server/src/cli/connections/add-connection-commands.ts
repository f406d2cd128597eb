import type { Command } from 'commander'
import type { CommandKinds, CommandRunner } from '../command-runner.ts'
import { jsonText } from '../options/parse-options.ts'
import { readSecret } from '../options/read-secret.ts'

/**
 * `connection …`: accounts at processors. Secrets come from standard input or a file, never from an argument, which other users could read.
 */
export const addConnectionCommands = (
  program: Command,
  run: CommandRunner,
  { withJson, byHand, who }: CommandKinds,
): void => {
  const group = program.command('connection').description('accounts at processors').exitOverride()
  const withSecret = (command: Command): Command =>
    command.option('--secret-file <path>', 'a file with the secret key; absent: it is read from standard input')
  withSecret(withJson(group.command('add').description('add an account; its secret key by standard input or file')))
    .requiredOption('--organization <id>')
    .requiredOption('--adapter <name>', 'stripe, or the name of a package')
    .option('--label <text>', 'a description of it')
    .option('--set <name=value...>', 'a public setting, such as publishable_key=pk_…', [])
    .option('--who <name>', 'stored with the action', who)
    .action(async ({ organization, adapter, label, set, secretFile, who: acting, ...options }) => {
      const secret = await readSecret(secretFile)
      return run(
        'connection add',
        { organization, adapter, set, secret, who: acting, ...(label && { label }) },
        options,
      )
    })
  withJson(group.command('list').description('list connections'))
    .option('--organization <id>', 'only its own; absent: all')
    .action(({ organization, ...options }) =>
      run('connection list', { ...(organization && { organization }) }, options),
    )
  withJson(
    group.command('check <id>').description('check its account at the processor; a paused connection then continues'),
  ).action((id, options) => run('connection check', { id }, options))
  withSecret(
    byHand(
      group
        .command('rotate <id>')
        .description('replace its key with another of the same account, from standard input or a file')
        .option('--method-kinds <list>', 'what it charges from now on, such as CARD,PAYPAL; absent: unchanged'),
    ),
  ).action(async (id, { secretFile, methodKinds, who: acting, why, ...options }) => {
    const secret = await readSecret(secretFile)
    const kinds = methodKinds === undefined ? {} : { methodKinds }
    return run('connection rotate', { id, secret, ...kinds, who: acting, why }, options)
  })
  byHand(group.command('disable <id>').description('send nothing over it until it is enabled again')).action(
    (id, { who: acting, why, ...options }) => run('connection disable', { id, who: acting, why }, options),
  )
  byHand(group.command('enable <id>').description('let money move over it again')).action(
    (id, { who: acting, why, ...options }) => run('connection enable', { id, who: acting, why }, options),
  )
}

/** `routing …`: which connection charges new methods. */
export const addRoutingCommands = (program: Command, run: CommandRunner, { withJson, byHand }: CommandKinds): void => {
  const group = program.command('routing').description('which connection charges new methods').exitOverride()
  withJson(group.command('show').description('show the routes of an organization'))
    .requiredOption('--organization <id>')
    .action(({ organization, ...options }) => run('routing show', { organization }, options))
  byHand(group.command('set').description('set them all; the first route that fits counts, an empty list has none'))
    .requiredOption('--organization <id>')
    .requiredOption(
      '--routes <json>',
      'such as [{"connection":"con_…","kinds":["CARD"],"currencies":["EUR"],"countries":["DE"]}]',
      jsonText,
    )
    .action(({ organization, routes, who, why, ...options }) =>
      run('routing set', { organization, routes, who, why }, options),
    )
}
