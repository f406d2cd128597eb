import { Command } from 'commander'
import { createRequire } from 'node:module'
import { readConfig } from '../config/read-config.ts'
import { createLogger } from '../logging/create-logger.ts'
import type { Duty } from '../wiring/start-server.ts'
import { addGroup, type AddCommand, commandAdder, type CommandRunner, addJsonOption } from './add-command.ts'
import { addAuditCommands } from './audit/add-audit-commands.ts'
import { addBackupCommands } from './backup/add-backup-commands.ts'
import type { CommandInputs, CommandName } from './commands.ts'
import { addConnectionCommands, addRoutingCommands } from './connections/add-connection-commands.ts'
import { addOperatorCommands } from './operator/add-operator-commands.ts'
import { parseJson, parseSeconds, readJsonFile } from './options/parse-options.ts'
import { readLogo } from './options/read-files.ts'
import { formatAnswer } from './format-answer.ts'
import { addReconcileCommands, addReconcileFirstCommands } from './reconcile/add-reconcile-commands.ts'
import { disableWasmOptimizer } from './run/disable-wasm-optimizer.ts'
import { createCommandLogger } from './run/create-command-logger.ts'
import { runCommand } from './run/run-command.ts'
import { showClockMoving } from './run/show-clock-moving.ts'
import { addSupportCommands } from './support/add-support-commands.ts'
import { briefAnswers } from './support/brief-answers.ts'
import { addUserCommands } from './users/add-user-commands.ts'
import { addWebhookCommands } from './webhooks/add-webhook-commands.ts'

type Environment = Readonly<NodeJS.ProcessEnv>

/** Creates the command line: `serve`, `work` and all other commands, each with `--help` and most with `--json`. */
export const createProgram = (environment: Environment): Command => {
  const program = new Command('billing-checkout')
    .description('Subscription billing and card payments. Configured by environment variables; see the README.')
    .version(version)
    .exitOverride()
    .hook('preAction', (_, command) => {
      if (!servers.has(command.name())) disableWasmOptimizer()
    })
  const run = runnerOf(environment)

  addJsonOption(
    program
      .command('serve')
      .description('run the server until a stop signal')
      .option('--no-jobs', 'leave due work to processes that run `work`; needs PostgreSQL'),
  ).action(({ json, jobs }) => runServer(environment, json === true, jobs === false ? 'requests' : undefined))
  addJsonOption(
    program
      .command('work')
      .description('run only due work, in addition to `serve`, until a stop signal; needs PostgreSQL'),
  ).action(({ json }) => runServer(environment, json === true, 'due work'))
  const add = commandAdder(run)
  add(program, 'migrate', 'migrate the database to the newest schema')
  add(program, 'doctor', 'check configuration, database, connections and due work, and report problems')
    .option('--books', 'also check that the sums of payments and refunds agree; reads every row')
    .option('--live', 'check only what MODE=live requires; can be run in a sandbox')
  addOrganizationCommands(program, add, run)
  addKeyCommands(program, add)
  const customers = addGroup(program, 'customer', 'customers of an organization')
  add(
    customers,
    'customer erase',
    'permanently erase the personal data of a customer; payments are kept',
    '<id>',
  ).option('--cancel-subscriptions', 'first cancel the active subscriptions of the customer immediately', false)
  const ask = askerOf(environment)
  addSupportCommands(program, customers, { add, run, ask })
  addUserCommands(program, add)
  addConnectionCommands(program, add, run)
  addRoutingCommands(program, add)
  addPlanCommands(program, add)
  add(
    addGroup(program, 'rules', 'risk rules, which block payments'),
    'rules check',
    'replay risk rules on the payments of the last 30 days',
  )
    .requiredOption('--organization <id>')
    .option('--rules <file>', 'JSON file with rules (default: the rules of the organization)', readJsonFile)
  addOperatorCommands(program, add)
  addReconcileFirstCommands(program, add, run)
  addReconcileCommands(program, add, run)
  const rotating =
    'create new encryption keys and re-encrypt stored cards, while the server runs; resumes an interrupted rotation'
  add(addGroup(program, 'secret', 'keys that encrypt stored secrets and cards'), 'secret rotate', rotating)
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
  const group = addGroup(program, 'organization', 'organizations (merchants) on this server')
  add(group, 'organization create', 'create an organization').requiredOption('--name <name>')
  add(group, 'organization list', 'list organizations').option('--archived', 'include archived organizations')
  const archiving =
    'archive an organization: revoke its keys, end its sessions, and hide it from lists; its payments are kept'
  add(group, 'organization archive', archiving, '<id>')
  add(group, 'organization show', 'show an organization with its settings', '<id>')
  add(group, 'organization update', 'change the name, settings or logo of an organization', '<id>')
    .option('--name <name>')
    .option('--logo <file>', 'PNG or WebP file for the header of hosted pages; --set logo=null removes it')
    .option('--set <name=value...>', 'change a setting; the value is JSON or plain text', [])
    .action(async (id, { name, set, logo, ...options }) =>
      run('organization update', { id, name, set, ...(logo !== undefined && { logo: await readLogo(logo) }) }, options),
    )
}

const addKeyCommands = (program: Command, add: AddCommand): void => {
  const group = addGroup(program, 'key', 'API keys of an organization')
  add(group, 'key create', 'create an API key; it is shown only once')
    .requiredOption('--organization <id>')
    .option('--scopes <list>', 'such as payments:write,plans:read (default: all scopes)')
    .option('--name <text>', 'label of your choice')
  add(group, 'key list', 'list API keys').requiredOption('--organization <id>')
  add(group, 'key rotate', 'replace an API key; the old key stays valid for the overlap', '<id>')
    .option('--organization <id>', 'fail if the key belongs to another organization')
    .option('--overlap <seconds>', 'seconds for which the old key stays valid', parseSeconds, 86_400)
  add(group, 'key revoke', 'revoke an API key immediately', '<id>').option(
    '--organization <id>',
    'fail if the key belongs to another organization',
  )
}

const examplePlans = `
Examples; amounts are in minor units, and /docs of the server lists all members:
  --plan '{"name": "Reader", "type": "recurring", "interval": "months", "price": {"default": {"amount": 999, "currency": "EUR"}, "countries": []}}'
  --plan '{"name": "Atlas", "type": "one-off", "price": {"default": {"amount": 2500, "currency": "EUR"}, "countries": []}}'`

const addPlanCommands = (program: Command, add: AddCommand): void => {
  const group = addGroup(program, 'plan', 'plans of an organization')
  add(group, 'plan create', 'create a plan from the JSON body of POST /plans')
    .requiredOption('--organization <id>')
    .requiredOption('--plan <json>', 'the body of POST /plans', parseJson)
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
  add(group, 'clock show', 'show the time of the billing clock, and whether an advance is running')
  add(group, 'clock advance', 'advance the clock and run all work that falls due')
    .option('--by <duration>', 'an ISO 8601 duration such as P1M')
    .option('--to <timestamp>', 'an ISO 8601 timestamp')
    .option('--organization <id>', 'whose subscriptions and payments to report; absent: the first')
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
      `${json === true ? JSON.stringify(answer) : formatAnswer(briefAnswers[name]?.(answer) ?? answer)}\n`,
    )
    if ('ok' in answer && answer.ok === false) process.exitCode = 1
  }
}

/** Returns a function that runs a command without printing its result. */
const askerOf =
  (environment: Environment) =>
  async <Name extends CommandName>(name: Name, input: CommandInputs[Name]): Promise<object> => {
    const config = readConfig(environment)
    return runCommand(config, createCommandLogger(config), name, input)
  }

const runServer = async (environment: Environment, json: boolean, duty: Duty | undefined): Promise<void> => {
  const config = readConfig(environment)
  // Loaded on demand, so that a command that only calls a running server does not wait for these modules.
  const { serve } = await import('../wiring/serve.ts')
  const { url } = await serve(config, createLogger(config.logLevel, json ? 2 : 1), duty)
  if (json) process.stdout.write(`${JSON.stringify({ url, mode: config.mode })}\n`)
}
