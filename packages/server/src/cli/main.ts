import { describeFailure } from './describe-failure.ts'
import { createProgram } from './program.ts'

// Whatever this process makes, the database's files above all, is for its owner alone.
process.umask(0o077)

try {
  await createProgram(process.env).parseAsync()
} catch (error) {
  const { text, exitCode } = describeFailure(error)
  if (text !== '') process.stderr.write(`${text}\n`)
  process.exitCode = exitCode
}
