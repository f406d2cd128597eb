import type { Command } from 'commander'
import type { CommandKinds, CommandRunner } from '../command-runner.ts'

/** `reconcile` and `difference …`: processors' reports, compared with the books. */
export const addReconcileCommands = (
  program: Command,
  run: CommandRunner,
  { withJson, byHand }: CommandKinds,
): void => {
  withJson(program.command('reconcile').description('compare a day with what processors have counted on it'))
    .requiredOption('--day <day>', 'the day by the processors, YYYY-MM-DD in UTC')
    .option('--connection <id>', 'only this one; absent: every one')
    .action(({ day, connection, ...options }) => run('reconcile', { day, ...(connection && { connection }) }, options))
  const group = program.command('difference').description('where processors and the books differ').exitOverride()
  withJson(group.command('list').description('list those that nobody has seen to')).action((options) =>
    run('difference list', {}, options),
  )
  byHand(group.command('close <id>').description('it was seen to; the books stay as they are')).action(
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
    .description('hold all money up until what processors did has been compared with the books')
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
  withJson(group.command('show').description('show what waits, and what was charged without a record here')).action(
    (options) => run('reconcile-first show', {}, options),
  )
  ofConnections(
    byHand(group.command('clear').description('let money move again; what is unmatched counts as seen to')),
  ).action(({ connection, who, why, ...options }) =>
    run('reconcile-first clear', { who, why, ...(connection && { connection }) }, options),
  )
}
