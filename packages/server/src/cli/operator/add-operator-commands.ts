import type { Command } from 'commander'
import type { CommandKinds, CommandRunner } from '../command-runner.ts'

/** Adds the commands for an operator's decisions about attempts, obligations, settlements and refunds. */
export const addOperatorCommands = (program: Command, run: CommandRunner, kinds: CommandKinds): void => {
  addAttemptCommands(program, run, kinds)
  addObligationCommands(program, run, kinds)
  addSettlementCommands(program, run, kinds)
  addRefundCommands(program, run, kinds)
}

const addAttemptCommands = (program: Command, run: CommandRunner, { withJson, byHand }: CommandKinds): void => {
  const group = program.command('attempt').description('calls to processors whose outcome is unknown').exitOverride()
  withJson(group.command('list').description('list them, the oldest first')).action((options) =>
    run('attempt list', {}, options),
  )
  withJson(
    group
      .command('find <text>')
      .description("find calls by a transaction of the processor's statement, or by reference"),
  ).action((sought, options) => run('attempt find', { text: sought }, options))
  withJson(group.command('show <id>').description('show one, and what was done about it by hand')).action(
    (id, options) => run('attempt show', { id }, options),
  )
  byHand(group.command('resolve <id>').description('resolve one whose outcome its processor will never report'))
    .requiredOption('--as <outcome>', 'approved, declined or never-received')
    .option('--transaction <id>', 'the transaction at the processor; required of an approved one')
    .option('--held', 'the money of an approved charge is only held, and is to be captured', false)
    .action((id, { as, transaction, held, who, why, ...options }) =>
      run('attempt resolve', { id, as, held, who, why, ...(transaction !== undefined && { transaction }) }, options),
    )
}

const addObligationCommands = (program: Command, run: CommandRunner, { withJson, byHand }: CommandKinds): void => {
  const group = program.command('obligation').description('refunds and voids that we owe').exitOverride()
  withJson(group.command('list').description('list open ones, the oldest first')).action((options) =>
    run('obligation list', {}, options),
  )
  withJson(group.command('show <id>').description('show one, its tries, and what was done about it by hand')).action(
    (id, options) => run('obligation show', { id }, options),
  )
  byHand(
    group
      .command('close <id>')
      .description('close one that was done at the processor or is not owed; it is not retried'),
  ).action((id, { who, why, ...options }) => run('obligation close', { id, who, why }, options))
}

const addSettlementCommands = (program: Command, run: CommandRunner, { withJson, byHand }: CommandKinds): void => {
  const group = program
    .command('settlement')
    .description('captured payments whose settlement no processor reports')
    .exitOverride()
  withJson(group.command('list').description('list those that are not asked about any more')).action((options) =>
    run('settlement list', {}, options),
  )
  withJson(group.command('show <payment>').description('show one, and what was done about it by hand')).action(
    (id, options) => run('settlement show', { id }, options),
  )
  byHand(group.command('resolve <payment>').description('record the outcome of its money'))
    .requiredOption('--as <state>', 'settled or failed')
    .action((id, { as, who, why, ...options }) => run('settlement resolve', { id, as, who, why }, options))
}

const addRefundCommands = (program: Command, run: CommandRunner, { withJson, byHand }: CommandKinds): void => {
  const group = program
    .command('refund')
    .description('accepted refunds whose outcome no processor reports')
    .exitOverride()
  withJson(group.command('list').description('list those that are not asked about any more')).action((options) =>
    run('refund list', {}, options),
  )
  withJson(group.command('show <attempt>').description('show one, and what was done about it by hand')).action(
    (id, options) => run('refund show', { id }, options),
  )
  byHand(group.command('resolve <attempt>').description('record its outcome'))
    .requiredOption('--as <state>', 'succeeded or failed')
    .action((id, { as, who, why, ...options }) => run('refund resolve', { id, as, who, why }, options))
}
