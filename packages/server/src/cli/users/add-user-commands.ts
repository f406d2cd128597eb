import type { Command } from 'commander'
import { addGroup, type AddCommand } from '../add-command.ts'

/** Adds the commands for users of the dashboard. */
export const addUserCommands = (program: Command, add: AddCommand): void => {
  const group = addGroup(program, 'user', 'people who use the dashboard')
  add(group, 'user set-up', 'print a code that makes the first user of the dashboard, once, within 30 minutes').option(
    '--organization <id>',
    'the one that the first user administers; absent: all that there are',
  )
  add(group, 'user invite', 'make a link by which a person joins an organization, within a week')
    .requiredOption('--organization <id>')
    .requiredOption('--email <address>')
    .option('--role <role>', 'admin, member, support or read_only', 'member')
  add(group, 'user list', 'list the users and open invitations of an organization').requiredOption(
    '--organization <id>',
  )
  add(group, 'user role', 'give a user another role; it counts at the next request', '<id>')
    .requiredOption('--organization <id>')
    .requiredOption('--role <role>', 'admin, member, support or read_only')
    .option('--force', 'also if no admin is left', false)
  add(group, 'user remove', 'take a user out of an organization, or end an invitation', '<id>')
    .requiredOption('--organization <id>')
    .option('--force', 'also if no admin is left', false)
  add(group, 'user reset-password', 'make a link by which a user sets another password, within an hour', '<email>')
  add(group, 'user show', 'show how a user signs in: password, passkeys and identity provider', '<email>')
  const ends = 'and sign the user out everywhere'
  add(group, 'user remove-passkeys', `remove all passkeys of a user who lost a device, ${ends}`, '<email>')
  add(group, 'user remove-identity', `unlink a user's account at the identity provider, ${ends}`, '<email>')
}
