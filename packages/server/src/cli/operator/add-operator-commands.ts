import type { Command } from 'commander'
import { addGroup, type AddCommand, addDecisionOptions } from '../add-command.ts'

/** Adds the commands of an operator: attempts whose outcome is unknown, what we owe, and settlements and refunds without a final state. */
export const addOperatorCommands = (program: Command, add: AddCommand): void => {
  const attempts = addGroup(program, 'attempt', 'processor calls whose outcome is unknown')
  add(attempts, 'attempt list', 'list attempts with an unknown outcome, oldest first')
  add(
    attempts,
    'attempt find',
    'find processor calls by the transaction id of the processor, or by reference',
    '<text>',
  )
  add(attempts, 'attempt show', 'show an attempt and its manual changes', '<id>')
  addDecisionOptions(
    add(attempts, 'attempt resolve', 'record the outcome of an attempt that the processor cannot report', '<id>'),
  )
    .requiredOption('--as <outcome>', 'approved, declined or never-received')
    .option('--transaction <id>', 'transaction id at the processor; required if approved')
    .option('--held', 'the approved charge is authorized, not captured; it will be captured', false)

  const obligations = addGroup(program, 'obligation', 'refunds and voids that the server owes')
  add(obligations, 'obligation list', 'list open obligations, oldest first')
  add(obligations, 'obligation show', 'show an obligation, its attempts and its manual changes', '<id>')
  addDecisionOptions(
    add(
      obligations,
      'obligation close',
      'stop trying: the refund or void was made at the processor, or is not owed',
      '<id>',
    ),
  )

  const settlements = addGroup(program, 'settlement', 'settlements that the processor does not confirm')
  add(settlements, 'settlement list', 'list settlements that are no longer queried')
  add(settlements, 'settlement show', 'show a settlement and its manual changes', '<payment>')
  addDecisionOptions(
    add(settlements, 'settlement resolve', 'record whether the payment has settled or failed', '<payment>'),
  ).requiredOption('--as <state>', 'settled or failed')

  const refunds = addGroup(program, 'refund', 'accepted refunds whose result the processor does not report')
  add(refunds, 'refund list', 'list refunds that are no longer queried')
  add(refunds, 'refund show', 'show a refund and its manual changes', '<attempt>')
  addDecisionOptions(
    add(refunds, 'refund resolve', 'record whether the refund has succeeded or failed', '<attempt>'),
  ).requiredOption('--as <state>', 'succeeded or failed')
}
