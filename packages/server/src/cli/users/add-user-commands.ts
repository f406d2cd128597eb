import type { Command } from 'commander'
import type { CommandKinds, CommandRunner } from '../command-runner.ts'

/** Adds the commands for users of the dashboard. */
export const addUserCommands = (program: Command, run: CommandRunner, { withJson }: CommandKinds): void => {
  const group = program.command('user').description('people who use the dashboard').exitOverride()
  withJson(
    group
      .command('set-up')
      .description('print a code that makes the first user of the dashboard, once, within 30 minutes'),
  )
    .option('--organization <id>', 'the one that the first user administers; absent: all that there are')
    .action(({ organization, ...options }) =>
      run('user set-up', { ...(organization !== undefined && { organization }) }, options),
    )
  withJson(group.command('invite').description('make a link by which a person joins an organization, within a week'))
    .requiredOption('--organization <id>')
    .requiredOption('--email <address>')
    .option('--role <role>', 'admin, member, support or read_only', 'member')
    .action(({ organization, email, role, ...options }) => run('user invite', { organization, email, role }, options))
  withJson(group.command('list').description('list the users and open invitations of an organization'))
    .requiredOption('--organization <id>')
    .action(({ organization, ...options }) => run('user list', { organization }, options))
  withJson(group.command('role <id>').description('give a user another role; it counts at the next request'))
    .requiredOption('--organization <id>')
    .requiredOption('--role <role>', 'admin, member, support or read_only')
    .option('--force', 'also if no admin is left', false)
    .action((id, { organization, role, force, ...options }) =>
      run('user role', { organization, id, role, force }, options),
    )
  withJson(group.command('remove <id>').description('take a user out of an organization, or end an invitation'))
    .requiredOption('--organization <id>')
    .option('--force', 'also if no admin is left', false)
    .action((id, { organization, force, ...options }) => run('user remove', { organization, id, force }, options))
  withJson(
    group
      .command('reset-password <email>')
      .description('make a link by which a user sets another password, within an hour'),
  ).action((email, options) => run('user reset-password', { email }, options))
  withJson(
    group.command('show <email>').description('show how a user signs in: password, passkeys and identity provider'),
  ).action((email, options) => run('user show', { email }, options))
  withJson(
    group
      .command('remove-passkeys <email>')
      .description('remove all passkeys of a user who lost a device, and sign the user out everywhere'),
  ).action((email, options) => run('user remove-passkeys', { email }, options))
  withJson(
    group
      .command('remove-identity <email>')
      .description("unlink a user's account at the identity provider, and sign the user out everywhere"),
  ).action((email, options) => run('user remove-identity', { email }, options))
}
