import type { Command } from 'commander'
import type { CommandInputs, CommandName } from './commands.ts'

type Options = Readonly<Record<string, unknown>>

/** Runs a command on the store and prints its result. */
export type CommandRunner = <Name extends CommandName>(
  name: Name,
  input: CommandInputs[Name],
  options: Options,
) => Promise<void>

/** What the program adds to commands: `--json`, and who acts and why. */
export interface CommandKinds {
  readonly withJson: (command: Command) => Command
  readonly byHand: (command: Command) => Command
  readonly who: string
}
