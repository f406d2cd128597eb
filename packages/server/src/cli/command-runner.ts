import type { CommandInputs, CommandName } from './commands.ts'

type Options = Readonly<Record<string, unknown>>

/** Runs a command on the store and prints its answer. */
export type CommandRunner = <Name extends CommandName>(
  name: Name,
  input: CommandInputs[Name],
  options: Options,
) => Promise<void>
