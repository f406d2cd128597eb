import type { Command } from 'commander'
import type { CommandKinds, CommandRunner } from '../command-runner.ts'

/** Who uses the dashboard. */
export const addUserCommands = (program: Command, run: CommandRunner, { withJson }: CommandKinds): void => {
  const group = program.command('user').description('people who use the dashboard').exitOverride()
  withJson(group.command('set-up').description('print a code that makes the first user, once, within 30 minutes'))
    .option('--organization <id>', 'the one that the first user administers; absent: all that there are')
    .action(({ organization, ...options }) =>
      run('user set-up', { ...(organization !== undefined && { organization }) }, options),
    )
}
