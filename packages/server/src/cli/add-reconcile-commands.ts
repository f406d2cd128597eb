import type { Command } from 'commander'
import type { CommandKinds } from './add-connection-commands.ts'
import type { CommandRunner } from './command-runner.ts'

/** `reconcile` and `difference …`: what processors have counted, compared with the books. */
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
