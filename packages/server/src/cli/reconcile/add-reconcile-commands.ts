import type { Command } from 'commander'
import type { CommandKinds, CommandRunner } from '../command-runner.ts'

/** `reconcile` and `difference …`: processors' reports, compared with the books. */
export const addReconcileCommands = (
  program: Command,
  run: CommandRunner,
  { withJson, byHand }: CommandKinds,
): void => {
  withJson(program.command('reconcile').description('compare a day with the counts of the processors'))
    .requiredOption('--day <day>', 'the day by the processors, YYYY-MM-DD in UTC')
    .option('--connection <id>', 'only this one; absent: every one')
    .action(({ day, connection, ...options }) => run('reconcile', { day, ...(connection && { connection }) }, options))
  const group = program.command('difference').description('differences between processors and the books').exitOverride()
  withJson(group.command('list').description('list the open ones')).action((options) =>
    run('difference list', {}, options),
  )
  byHand(group.command('close <id>').description('close one that was handled; the books do not change')).action(
    (id, { who, why, ...options }) => run('difference close', { id, who, why }, options),
  )
}

/** `reconcile-first …`: no money moves until we know what the processors did. */
export const addReconcileFirstCommands = (
  program: Command,
  run: CommandRunner,
  { withJson, byHand }: CommandKinds,
): void => {
  const group = program
    .command('reconcile-first')
    .description('block all money until transactions of the processors have been compared with the books')
    .exitOverride()
  const ofConnections = (command: Command) => command.option('--connection <id>', 'only this one; absent: every one')
  ofConnections(byHand(group.command('set').description('after a restored backup or a failover that was not noticed')))
    .option(
      '--last-commit <timestamp>',
      'the moment up to which the database has every transaction, such as that of the backup; absent: when a server last used it',
    )
    .action(({ connection, lastCommit, who, why, ...options }) =>
      run(
        'reconcile-first set',
        { who, why, ...(connection && { connection }), ...(lastCommit && { lastCommit }) },
        options,
      ),
    )
  withJson(group.command('show').description('show blocked connections, and charges without a record here')).action(
    (options) => run('reconcile-first show', {}, options),
  )
  ofConnections(
    byHand(group.command('clear').description('let money move again; unmatched transactions count as handled')),
  ).action(({ connection, who, why, ...options }) =>
    run('reconcile-first clear', { who, why, ...(connection && { connection }) }, options),
  )
}
