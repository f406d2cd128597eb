import { describeFailure } from './describe-failure.ts'
import { createProgram } from './program.ts'

try {
  await createProgram(process.env).parseAsync()
} catch (error) {
  const { text, exitCode } = describeFailure(error)
  if (text !== '') process.stderr.write(`${text}\n`)
  process.exitCode = exitCode
}
