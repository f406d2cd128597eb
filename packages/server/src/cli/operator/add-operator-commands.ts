import type { Command } from 'commander'
import { addGroup, type AddCommand, byHand } from '../add-command.ts'

/** Adds the commands of an operator: attempts whose outcome is unknown, what we owe, and settlements and refunds without a final state. */
export const addOperatorCommands = (program: Command, add: AddCommand): void => {
  const attempts = addGroup(program, 'attempt', 'calls to processors whose outcome is not known')
  add(attempts, 'attempt list', 'list them, the oldest first')
  add(attempts, 'attempt find', "find calls by a transaction of the processor's statement, or by reference", '<text>')
  add(attempts, 'attempt show', 'show one, and what was done about it by hand', '<id>')
  byHand(add(attempts, 'attempt resolve', 'say what became of one whose processor will never tell', '<id>'))
    .requiredOption('--as <outcome>', 'approved, declined or never-received')
    .option('--transaction <id>', 'the transaction at the processor; required of an approved one')
    .option('--held', 'the money of an approved charge is only held, and is to be captured', false)

  const obligations = addGroup(program, 'obligation', 'refunds and voids that we owe')
  add(obligations, 'obligation list', 'list what is not done yet, the oldest first')
  add(obligations, 'obligation show', 'show one, its tries, and what was done about it by hand', '<id>')
  byHand(
    add(obligations, 'obligation close', 'try it no more: it was seen to at the processor, or is not owed', '<id>'),
  )

  const settlements = addGroup(
    program,
    'settlement',
    'captured payments of which no processor tells whether their money came',
  )
  add(settlements, 'settlement list', 'list those that are not asked about any more')
  add(settlements, 'settlement show', 'show one, and what was done about it by hand', '<payment>')
  byHand(add(settlements, 'settlement resolve', 'say what became of its money', '<payment>')).requiredOption(
    '--as <state>',
    'settled or failed',
  )

  const refunds = addGroup(program, 'refund', 'accepted refunds of which no processor tells what became of them')
  add(refunds, 'refund list', 'list those that are not asked about any more')
  add(refunds, 'refund show', 'show one, and what was done about it by hand', '<attempt>')
  byHand(add(refunds, 'refund resolve', 'say what became of it', '<attempt>')).requiredOption(
    '--as <state>',
    'succeeded or failed',
  )
}
