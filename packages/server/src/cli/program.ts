import { createRequire } from 'node:module'
import { Command } from 'commander'
import type { LogLevel } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import { createLogger } from '../logging/create-logger.ts'
import type { Duty } from '../wiring/start-server.ts'
import { addBackupCommands } from './backup/add-backup-commands.ts'
import { addAuditCommands } from './audit/add-audit-commands.ts'
import { addGroup, type AddCommand, commandAdder, type CommandRunner, withJson } from './add-command.ts'
import type { CommandInputs, CommandName } from './commands.ts'
import { addConnectionCommands, addRoutingCommands } from './connections/add-connection-commands.ts'
import { addOperatorCommands } from './operator/add-operator-commands.ts'
import { addReconcileCommands, addReconcileFirstCommands } from './reconcile/add-reconcile-commands.ts'
import { readJsonFile, jsonText, seconds } from './options/parse-options.ts'
import { readLogo } from './options/read-files.ts'
import { printAnswer } from './print-answer.ts'
import { addSupportCommands } from './support/add-support-commands.ts'
import { briefAnswers } from './support/brief-answers.ts'
import { compileOnce } from './run/compile-once.ts'
import { runCommand } from './run/run-command.ts'
import { showClockMoving } from './run/show-clock-moving.ts'
import { addUserCommands } from './users/add-user-commands.ts'
import { addWebhookCommands } from './webhooks/add-webhook-commands.ts'

type Environment = Readonly<NodeJS.ProcessEnv>

/** Creates the command line: `serve` and `work`, and the commands that work on the store, each with `--json` and `--help`. */
export const createProgram = (environment: Environment): Command => {
  const program = new Command('billing-checkout')
    .description('Subscription billing and card payments. Configured by the environment; see the README.')
    .version(version)
    .exitOverride()
    .hook('preAction', (_, command) => {
      if (!servers.has(command.name())) compileOnce()
    })
  const run = runnerOf(environment)

  withJson(
    program
      .command('serve')
      .description('run the server until it is told to stop')
      .option('--no-jobs', 'leave what falls due to processes that run `work`; needs PostgreSQL'),
  ).action(({ json, jobs }) => runServer(environment, json === true, jobs === false ? 'requests' : undefined))
  withJson(
    program
      .command('work')
      .description('only work on what falls due until it is told to stop, beside `serve`; needs PostgreSQL'),
  ).action(({ json }) => runServer(environment, json === true, 'due work'))
  const add = commandAdder(run)
  add(program, 'migrate', 'bring the database to the newest schema')
  add(program, 'doctor', 'look at everything that has to be right')
    .option('--books', 'also add up what payments and refunds say of each other, which reads all of them')
    .option('--live', 'only what MODE=live needs, all at once; also in a sandbox')
  addOrganizationCommands(program, add, run)
  addKeyCommands(program, add)
  const customers = addGroup(program, 'customer', 'who buys')
  add(customers, 'customer erase', 'erase who a customer is, for ever; what was paid stays', '<id>').option(
    '--cancel-subscriptions',
    'cancel what is not cancelled yet, at once',
    false,
  )
  const ask = askerOf(environment)
  addSupportCommands(program, customers, { add, run, ask })
  addUserCommands(program, add)
  addConnectionCommands(program, add, run)
  addRoutingCommands(program, add)
  addPlanCommands(program, add)
  add(
    addGroup(program, 'rules', 'what an organization blocks'),
    'rules check',
    'replay rules over the payments of the last 30 days',
  )
    .requiredOption('--organization <id>')
    .option('--rules <file>', 'a JSON file of rules; absent: those of the organization', readJsonFile)
  addOperatorCommands(program, add)
  addReconcileFirstCommands(program, add, run)
  addReconcileCommands(program, add, run)
  const rotating = 'make new keys and seal stored cards with them, while the server runs; a broken-off rotation goes on'
  add(addGroup(program, 'secret', 'keys that everything else is sealed with'), 'secret rotate', rotating)
  addClockCommands(program, { add, run, environment })
  addWebhookCommands(program, environment)
  addBackupCommands(program, environment)
  addAuditCommands(program, ask)
  return program
}

/** Commands that run until they are stopped. */
const servers: ReadonlySet<string> = new Set(['serve', 'work'])

const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string }

const addOrganizationCommands = (program: Command, add: AddCommand, run: CommandRunner): void => {
  const group = addGroup(program, 'organization', 'merchants on this server')
  add(group, 'organization create', 'make an organization').requiredOption('--name <name>')
  add(group, 'organization list', 'list organizations').option('--archived', 'also those that are archived')
  const archiving =
    'revoke all keys of an organization that is done, end its sessions, and leave it out of lists; its books stay'
  add(group, 'organization archive', archiving, '<id>')
  add(group, 'organization show', 'show an organization with its settings', '<id>')
  add(group, 'organization update', 'change the name, settings or logo of an organization', '<id>')
    .option('--name <name>')
    .option('--logo <file>', 'PNG or WebP for the header of our pages; --set logo=null removes it')
    .option('--set <name=value...>', 'a setting; its value is JSON or a text', [])
    .action(async (id, { name, set, logo, ...options }) =>
      run('organization update', { id, name, set, ...(logo !== undefined && { logo: await readLogo(logo) }) }, options),
    )
}

const addKeyCommands = (program: Command, add: AddCommand): void => {
  const group = addGroup(program, 'key', 'API keys of an organization')
  add(group, 'key create', 'make a key; it is shown this once')
    .requiredOption('--organization <id>')
    .option('--scopes <list>', 'such as payments:write,plans:read; absent: everything')
    .option('--name <text>', 'your own words for it')
  add(group, 'key list', 'list keys').requiredOption('--organization <id>')
  add(group, 'key rotate', 'make a successor; the old key works on for the overlap', '<id>')
    .option('--organization <id>', 'refuse a key of any other')
    .option('--overlap <seconds>', 'how long the old key works on', seconds, 86_400)
  add(group, 'key revoke', 'end a key at once', '<id>').option('--organization <id>', 'refuse a key of any other')
}

const examplePlans = `
Examples; amounts are in minor units, and /docs of the server lists all members:
  --plan '{"name": "Reader", "type": "recurring", "interval": "months", "price": {"default": {"amount": 999, "currency": "EUR"}, "countries": []}}'
  --plan '{"name": "Atlas", "type": "one-off", "price": {"default": {"amount": 2500, "currency": "EUR"}, "countries": []}}'`

const addPlanCommands = (program: Command, add: AddCommand): void => {
  const group = addGroup(program, 'plan', 'plans of an organization')
  add(group, 'plan create', 'make a plan from the JSON that POST /plans takes')
    .requiredOption('--organization <id>')
    .requiredOption('--plan <json>', 'the body of POST /plans', jsonText)
    .addHelpText('after', examplePlans)
  add(group, 'plan list', 'list plans').requiredOption('--organization <id>')
}

const addClockCommands = (
  program: Command,
  {
    add,
    run,
    environment,
  }: { readonly add: AddCommand; readonly run: CommandRunner; readonly environment: Environment },
): void => {
  const group = addGroup(program, 'clock', 'the billing clock of a sandbox')
  add(group, 'clock show', 'the time of billing, and whether it is being moved')
  add(group, 'clock advance', 'move it forward and run everything that falls due on the way')
    .option('--by <duration>', 'an ISO 8601 duration such as P1M')
    .option('--to <timestamp>', 'an ISO 8601 timestamp')
    .option('--organization <id>', 'whose subscriptions and payments to tell of; absent: the first')
    .action(({ by, to, organization, ...options }) =>
      showClockMoving(readConfig(environment), options.json !== true, () =>
        run(
          'clock advance',
          { ...(by && { advance: by }), ...(to && { to }), ...(organization && { organization }) },
          options,
        ),
      ),
    )
}

/** Returns a function that runs a command and prints its result. */
const runnerOf = (environment: Environment): CommandRunner => {
  const ask = askerOf(environment)
  return async (name, input, { json }) => {
    const answer = await ask(name, input)
    process.stdout.write(
      `${json === true ? JSON.stringify(answer) : printAnswer(briefAnswers[name]?.(answer) ?? answer)}\n`,
    )
    if ('ok' in answer && answer.ok === false) process.exitCode = 1
  }
}

/** Returns a function that runs a command without printing its result. Standard output is for the result, so it logs to standard error. */
const askerOf =
  (environment: Environment) =>
  async <Name extends CommandName>(name: Name, input: CommandInputs[Name]): Promise<object> => {
    const config = readConfig(environment)
    return runCommand(config, createLogger(commandLogLevel(config.logLevel), 2), name, input)
  }

/** The log level of a command: `warn`, unless the operator chose a level other than `info`. */
const commandLogLevel = (level: LogLevel): LogLevel => (level === 'info' ? 'warn' : level)

const runServer = async (environment: Environment, json: boolean, duty: Duty | undefined): Promise<void> => {
  const config = readConfig(environment)
  // Loaded on demand, so that a command that only calls a running server does not wait for these modules.
  const { serve } = await import('../wiring/serve.ts')
  const { url } = await serve(config, createLogger(config.logLevel, json ? 2 : 1), duty)
  if (json) process.stdout.write(`${JSON.stringify({ url, mode: config.mode })}\n`)
}
