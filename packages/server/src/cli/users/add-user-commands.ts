import type { Command } from 'commander'
import { addGroup, type AddCommand } from '../add-command.ts'

/** Adds the commands for users of the dashboard. */
export const addUserCommands = (program: Command, add: AddCommand): void => {
  const group = addGroup(program, 'user', 'users of the dashboard')
  add(group, 'user set-up', 'print a code that creates the first user; valid once, for 30 minutes').option(
    '--organization <id>',
    'organization that the first user administers (default: all)',
  )
  add(group, 'user invite', 'create an invitation to an organization; valid for 7 days')
    .requiredOption('--organization <id>')
    .requiredOption('--email <address>')
    .option('--role <role>', 'admin, member, support or read_only', 'member')
  add(group, 'user list', 'list the users and open invitations of an organization').requiredOption(
    '--organization <id>',
  )
  add(group, 'user role', 'change the role of a user; applies from their next request', '<id>')
    .requiredOption('--organization <id>')
    .requiredOption('--role <role>', 'admin, member, support or read_only')
    .option('--force', 'allow it even if no admin is left', false)
  add(group, 'user remove', 'remove a user from an organization, or revoke an invitation', '<id>')
    .requiredOption('--organization <id>')
    .option('--force', 'allow it even if no admin is left', false)
  add(group, 'user reset-password', 'create a link to reset the password of a user; valid for one hour', '<email>')
  add(group, 'user show', 'show how a user signs in: password, passkeys and identity provider', '<email>')
  const ends = 'and sign the user out everywhere'
  add(group, 'user remove-passkeys', `remove all passkeys of a user who lost a device, ${ends}`, '<email>')
  add(group, 'user remove-identity', `unlink a user's account at the identity provider, ${ends}`, '<email>')
}
