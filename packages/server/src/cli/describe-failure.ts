import { Problem } from '@billing-checkout/contract'
import { DatabaseProblem, databaseTroubleOf } from '@billing-checkout/database/errors'
import { CommanderError } from 'commander'
import { ConfigProblem } from '../config/read-config.ts'
import { WrongMasterSecret } from '../credentials/wrong-master-secret.ts'
import { describeError } from '../logging/describe-error.ts'
import { maskSecrets } from '../logging/mask-secrets.ts'
import { StartProblem } from '../config/start-problem.ts'

/** Returns the standard error text of a failed command, and its exit code: 1 for a failure, 2 for wrong usage, 0 after `--help`. */
export const describeFailure = (
  error: unknown,
  { json = false } = {},
): { readonly text: string; readonly exitCode: number } => {
  if (error instanceof Problem) return { text: json ? inJson(error) : inLines(error), exitCode: 1 }
  if (error instanceof CommanderError) return { text: '', exitCode: error.exitCode === 0 ? 0 : 2 }
  if (expected.some((kind) => error instanceof kind)) return { text: (error as Error).message, exitCode: 1 }
  const trouble = databaseTroubleOf(error)
  if (trouble !== undefined) return { text: trouble.sentence, exitCode: 1 }
  // An unexpected error: prints everything that is known about it.
  return { text: maskSecrets(JSON.stringify(describeError(error), null, 2)), exitCode: 1 }
}

/** If there are several issues, each gets its own line. */
const inLines = ({ message, details }: Problem): string =>
  details.length < 2 ? message : details.map((detail) => `- ${detail.message}`).join('\n')

const inJson = ({ code, message, details }: Problem): string => JSON.stringify({ error: { code, message, details } })

const expected = [ConfigProblem, DatabaseProblem, StartProblem, WrongMasterSecret]
