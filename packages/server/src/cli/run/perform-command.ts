import { actingAs, withoutRequest } from '../../store/acting.ts'
import type { CommandContext } from '../command-context.ts'
import { type CommandInputs, type CommandName, commands } from '../commands.ts'

/** Performs a command on behalf of the operating system's user; `--who` gives another name. */
export const performCommand = (
  context: CommandContext,
  command: CommandName,
  input: CommandInputs[CommandName],
  typedBy: string,
): Promise<object> => {
  const named = 'who' in input ? input.who.trim() : ''
  // The types of `commands` tie each input to its command. If the command came over the socket, only the sender has checked that they
  // match.
  const perform = commands[command] as (context: CommandContext, input: unknown) => Promise<object>
  return actingAs({ who: named || typedBy, what: command, ...withoutRequest }, () => perform(context, input))
}
