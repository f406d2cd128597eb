import type { Command } from 'commander'
import { addGroup, type AddCommand, addDecisionOptions, type CommandRunner } from '../add-command.ts'

/** Adds `reconcile` and `difference …`: processors' reports, compared with the books. */
export const addReconcileCommands = (program: Command, add: AddCommand, run: CommandRunner): void => {
  withConnection(
    add(program, 'reconcile', 'compare the payments of a day with the reports of the processors').requiredOption(
      '--day <day>',
      'day of the reports, YYYY-MM-DD in UTC',
    ),
  ).action(({ day, connection, ...options }) => run('reconcile', { day, ...(connection && { connection }) }, options))

  const group = addGroup(program, 'difference', 'differences between processor reports and recorded payments')
  add(group, 'difference list', 'list open differences')
  addDecisionOptions(add(group, 'difference close', 'close a difference; changes no payment', '<id>'))
}

/** Adds `reconcile-first …`: no money moves over a connection until its processor's transactions were compared with the books. */
export const addReconcileFirstCommands = (program: Command, add: AddCommand, run: CommandRunner): void => {
  const group = addGroup(
    program,
    'reconcile-first',
    'pause money movement until the transactions of the processors have been compared with the database',
  )
  withConnection(
    addDecisionOptions(
      add(group, 'reconcile-first set', 'pause money movement, after a restored backup or an unnoticed failover'),
    ),
  )
    .option(
      '--last-commit <timestamp>',
      'time up to which the database is complete, such as that of the backup (default: the last use by a server)',
    )
    .action(({ connection, lastCommit, who, why, ...options }) =>
      run(
        'reconcile-first set',
        { who, why, ...(connection && { connection }), ...(lastCommit && { lastCommit }) },
        options,
      ),
    )
  add(group, 'reconcile-first show', 'show paused connections, and transactions that the database lacks')
  withConnection(
    addDecisionOptions(
      add(group, 'reconcile-first clear', 'resume money movement; unmatched transactions count as handled'),
    ),
  ).action(({ connection, who, why, ...options }) =>
    run('reconcile-first clear', { who, why, ...(connection && { connection }) }, options),
  )
}

const withConnection = (command: Command) => command.option('--connection <id>', 'only this connection (default: all)')
