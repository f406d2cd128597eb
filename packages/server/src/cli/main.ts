import { describeFailure } from './describe-failure.ts'
import { createProgram } from './program.ts'

// Files that this process creates, above all those of the database, are readable only by their owner.
process.umask(0o077)

// A reader such as `head` closes the pipe once it has seen enough. The command then ends without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  await createProgram(process.env).parseAsync()
} catch (error) {
  const { text, exitCode } = describeFailure(error, { json: process.argv.includes('--json') })
  if (text !== '') process.stderr.write(`${text}\n`)
  process.exitCode = exitCode
}
