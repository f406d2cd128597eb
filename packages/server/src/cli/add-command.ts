import type { Command } from 'commander'
import type { CommandInputs, CommandName } from './commands.ts'
import { userName } from './run/user-name.ts'

/** Runs a command on the store and prints its result. */
export type CommandRunner = <Name extends CommandName>(
  name: Name,
  input: CommandInputs[Name],
  options: Readonly<Record<string, unknown>>,
) => Promise<void>

/**
 * Adds a command on the store to its group, with the option `--json`. Unless the caller adds an action, the command's input is its options
 * and its argument. In the input, the argument is called `email` or `text` if it has that name, and otherwise `id`.
 */
export type AddCommand = (group: Command, name: CommandName, about: string, argument?: `<${string}>`) => Command

/** Returns the function that adds commands; `run` performs them. */
export const commandAdder =
  (run: CommandRunner): AddCommand =>
  (group, name, about, argument) => {
    const word = name.slice(name.indexOf(' ') + 1)
    const command = group.command(argument === undefined ? word : `${word} ${argument}`).description(about)
    const member = argument === '<email>' || argument === '<text>' ? argument.slice(1, -1) : 'id'
    return addJsonOption(command).action(() => {
      const { json: _, ...options } = command.opts<Record<string, unknown>>()
      const input = argument === undefined ? options : { [member]: command.args[0], ...options }
      return run(name, input as CommandInputs[CommandName], command.opts())
    })
  }

/** Adds a group of commands to the program. */
export const addGroup = (program: Command, name: string, about: string): Command =>
  program.command(name).description(about).exitOverride()

/** Adds `--json`, and lets errors of parsing reach the caller. */
export const addJsonOption = (command: Command): Command =>
  command.option('--json', 'print one JSON object only').exitOverride()

/** Adds the options of a decision by hand: the operator's name, and the reason. */
export const addDecisionOptions = (command: Command): Command =>
  command
    .requiredOption('--why <sentence>', 'reason, recorded in the audit log')
    .option('--who <name>', 'name of the operator, recorded in the audit log', userName())
