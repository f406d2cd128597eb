import type { Command } from 'commander'
import { addGroup, type AddCommand, byHand, type CommandRunner } from '../add-command.ts'

/** Adds `reconcile` and `difference …`: processors' reports, compared with the books. */
export const addReconcileCommands = (program: Command, add: AddCommand, run: CommandRunner): void => {
  ofConnections(
    add(program, 'reconcile', 'compare a day with what processors have counted on it').requiredOption(
      '--day <day>',
      'the day by the processors, YYYY-MM-DD in UTC',
    ),
  ).action(({ day, connection, ...options }) => run('reconcile', { day, ...(connection && { connection }) }, options))

  const group = addGroup(program, 'difference', 'where processors and the books differ')
  add(group, 'difference list', 'list those that nobody has seen to')
  byHand(add(group, 'difference close', 'it was seen to; the books stay as they are', '<id>'))
}

/** Adds `reconcile-first …`: after a restored backup or a failover, no money moves until its processor was compared with the books. */
export const addReconcileFirstCommands = (program: Command, add: AddCommand, run: CommandRunner): void => {
  const group = addGroup(
    program,
    'reconcile-first',
    'hold all money up until what processors did has been compared with the books',
  )
  ofConnections(byHand(add(group, 'reconcile-first set', 'after a restored backup or a failover that was not noticed')))
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
  add(group, 'reconcile-first show', 'show what waits, and what was charged without a record here')
  ofConnections(
    byHand(add(group, 'reconcile-first clear', 'let money move again; what is unmatched counts as seen to')),
  ).action(({ connection, who, why, ...options }) =>
    run('reconcile-first clear', { who, why, ...(connection && { connection }) }, options),
  )
}

const ofConnections = (command: Command) => command.option('--connection <id>', 'only this one; absent: every one')
