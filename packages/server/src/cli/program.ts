import { createRequire } from 'node:module'
import { Command } from 'commander'
import type { LogLevel } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import { createLogger } from '../logging/create-logger.ts'
import type { Duty } from '../wiring/start-server.ts'
import { addBackupCommands } from './backup/add-backup-commands.ts'
import { addAuditCommands } from './audit/add-audit-commands.ts'
import type { CommandRunner as Run } from './command-runner.ts'
import type { CommandInputs, CommandName } from './commands.ts'
import { addConnectionCommands, addRoutingCommands } from './connections/add-connection-commands.ts'
import { addOperatorCommands } from './operator/add-operator-commands.ts'
import { addReconcileCommands, addReconcileFirstCommands } from './reconcile/add-reconcile-commands.ts'
import { readJsonFile, jsonText, seconds } from './options/parse-options.ts'
import { readLogo } from './options/read-logo.ts'
import { printAnswer } from './print-answer.ts'
import { addSupportCommands } from './support/add-support-commands.ts'
import { briefAnswers } from './support/brief-answers.ts'
import { compileOnce } from './run/compile-once.ts'
import { runCommand } from './run/run-command.ts'
import { showClockMoving } from './run/show-clock-moving.ts'
import { userName } from './run/user-name.ts'
import { addUserCommands } from './users/add-user-commands.ts'
import { addWebhookCommands } from './webhooks/add-webhook-commands.ts'

/** Creates the command line: `serve` and `work`, and the commands that work on the store, each with `--json` and `--help`. */
export const createProgram = (environment: Readonly<NodeJS.ProcessEnv>): Command => {
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
      .description('run the server until a stop signal')
      .option('--no-jobs', 'leave due work to processes that run `work`; needs PostgreSQL'),
  ).action(({ json, jobs }) => runServer(environment, json === true, jobs === false ? 'requests' : undefined))
  withJson(
    program
      .command('work')
      .description('run only due work, in addition to `serve`, until a stop signal; needs PostgreSQL'),
  ).action(({ json }) => runServer(environment, json === true, 'due work'))
  withJson(program.command('migrate').description('bring the database to the newest schema')).action((options) =>
    run('migrate', {}, options),
  )
  withJson(program.command('doctor').description('check everything that has to be right'))
    .option('--books', 'also compare the sums of payments and refunds, which reads all of them')
    .option('--live', 'only what MODE=live needs, all at once; also in a sandbox')
    .action(({ books, live, ...options }) =>
      run('doctor', { ...(books === true && { books }), ...(live === true && { live }) }, options),
    )
  addOrganizationCommands(program, run)
  addKeyCommands(program, run)
  const customers = addCustomerCommands(program, run)
  const kinds = { withJson, byHand, who: userName() }
  addSupportCommands(program, customers, run, askerOf(environment), kinds)
  addUserCommands(program, run, kinds)
  addConnectionCommands(program, run, kinds)
  addRoutingCommands(program, run, kinds)
  addPlanCommands(program, run)
  addRulesCommands(program, run)
  addOperatorCommands(program, run, kinds)
  addReconcileFirstCommands(program, run, kinds)
  addReconcileCommands(program, run, kinds)
  addSecretCommands(program, run)
  addClockCommands(program, run, environment)
  addWebhookCommands(program, environment)
  addBackupCommands(program, environment)
  addAuditCommands(program, askerOf(environment))
  return program
}

/** Commands that run until they are stopped. */
const servers: ReadonlySet<string> = new Set(['serve', 'work'])

const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string }

const withJson = (command: Command): Command =>
  command.option('--json', 'print one JSON object and nothing else').exitOverride()

const addOrganizationCommands = (program: Command, run: Run): void => {
  const group = program.command('organization').description('merchants on this server').exitOverride()
  withJson(group.command('create').description('make an organization').requiredOption('--name <name>')).action(
    (options) => run('organization create', { name: options.name }, options),
  )
  withJson(group.command('list').description('list organizations'))
    .option('--archived', 'also those that are archived')
    .action(({ archived, ...options }) => run('organization list', { ...(archived === true && { archived }) }, options))
  withJson(
    group
      .command('archive <id>')
      .description(
        'revoke all keys of a finished organization, end its sessions, and hide it from lists; its books stay',
      ),
  ).action((id, options) => run('organization archive', { id }, options))
  withJson(group.command('show <id>').description('show an organization with its settings')).action((id, options) =>
    run('organization show', { id }, options),
  )
  withJson(
    group
      .command('update <id>')
      .description('change the name, settings or logo of an organization')
      .option('--name <name>')
      .option('--logo <file>', 'PNG or WebP for the header of our pages; --set logo=null removes it')
      .option('--set <name=value...>', 'a setting; its value is JSON or a text', []),
  ).action(async (id, { name, set, logo, ...options }) =>
    run('organization update', { id, name, set, ...(logo !== undefined && { logo: await readLogo(logo) }) }, options),
  )
}

const addKeyCommands = (program: Command, run: Run): void => {
  const group = program.command('key').description('API keys of an organization').exitOverride()
  const ofOrganization = (command: Command) => withJson(command).requiredOption('--organization <id>')
  ofOrganization(group.command('create').description('create a key, which is shown only once'))
    .option('--scopes <list>', 'such as payments:write,plans:read; absent: everything')
    .option('--name <text>', 'a description of it')
    .action(({ organization, scopes, name, ...options }) => run('key create', { organization, scopes, name }, options))
  ofOrganization(group.command('list').description('list keys')).action((options) =>
    run('key list', { organization: options.organization }, options),
  )
  withJson(group.command('rotate <id>').description('create a successor; the old key keeps working for the overlap'))
    .option('--organization <id>', 'refuse a key of any other')
    .option('--overlap <seconds>', 'how long the old key keeps working', seconds, 86_400)
    .action((id, options) =>
      run('key rotate', { organization: options.organization, id, overlap: options.overlap }, options),
    )
  withJson(group.command('revoke <id>').description('end a key at once'))
    .option('--organization <id>', 'refuse a key of any other')
    .action((id, options) => run('key revoke', { organization: options.organization, id }, options))
}

const addCustomerCommands = (program: Command, run: Run): Command => {
  const group = program.command('customer').description('who buys').exitOverride()
  withJson(group.command('erase <id>').description('erase the personal data of a customer for ever; payments stay'))
    .option('--cancel-subscriptions', 'cancel live subscriptions at once', false)
    .action((id, { cancelSubscriptions, ...options }) => run('customer erase', { id, cancelSubscriptions }, options))
  return group
}

const examplePlans = `
Examples; amounts are in minor units, and /docs of the server lists all members:
  --plan '{"name": "Reader", "type": "recurring", "interval": "months", "price": {"default": {"amount": 999, "currency": "EUR"}, "countries": []}}'
  --plan '{"name": "Atlas", "type": "one-off", "price": {"default": {"amount": 2500, "currency": "EUR"}, "countries": []}}'`

const addPlanCommands = (program: Command, run: Run): void => {
  const group = program.command('plan').description('plans of an organization').exitOverride()
  withJson(group.command('create').description('make a plan from the JSON that POST /plans takes'))
    .requiredOption('--organization <id>')
    .requiredOption('--plan <json>', 'the body of POST /plans', jsonText)
    .addHelpText('after', examplePlans)
    .action((options) => run('plan create', { organization: options.organization, plan: options.plan }, options))
  withJson(group.command('list').description('list plans'))
    .requiredOption('--organization <id>')
    .action((options) => run('plan list', { organization: options.organization }, options))
}

const addRulesCommands = (program: Command, run: Run): void => {
  const group = program.command('rules').description('the risk rules of an organization').exitOverride()
  withJson(group.command('check').description('replay rules over the payments of the last 30 days'))
    .requiredOption('--organization <id>')
    .option('--rules <file>', 'a JSON file of rules; absent: those of the organization', readJsonFile)
    .action(({ organization, rules, ...options }) =>
      run('rules check', { organization, ...(rules !== undefined && { rules }) }, options),
    )
}

/** Adds the options `--why` and `--who` to a command for a decision by hand; both are stored. */
const byHand = (command: Command): Command =>
  withJson(command)
    .requiredOption('--why <sentence>', 'stored with the action')
    .option('--who <name>', 'stored with the action', userName())

const addSecretCommands = (program: Command, run: Run): void => {
  const group = program.command('secret').description('keys that seal all other secrets').exitOverride()
  withJson(
    group
      .command('rotate')
      .description(
        'create new keys and seal stored cards with them, while the server runs; an interrupted rotation continues',
      ),
  ).action((options) => run('secret rotate', {}, options))
}

const addClockCommands = (program: Command, run: Run, environment: Readonly<NodeJS.ProcessEnv>): void => {
  const group = program.command('clock').description('the billing clock of a sandbox').exitOverride()
  withJson(group.command('show').description('the time of billing, and whether it is being moved')).action((options) =>
    run('clock show', {}, options),
  )
  withJson(group.command('advance').description('move it forward and run everything that falls due meanwhile'))
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

/** Standard output is for the result, so commands log to standard error. */
const runnerOf =
  (environment: Readonly<NodeJS.ProcessEnv>): Run =>
  async (name, input, { json }) => {
    const config = readConfig(environment)
    const logger = createLogger(commandLogLevel(config.logLevel), 2)
    const answer = await runCommand(config, logger, name, input)
    process.stdout.write(
      `${json === true ? JSON.stringify(answer) : printAnswer(briefAnswers[name]?.(answer) ?? answer)}\n`,
    )
    if ('ok' in answer && answer.ok === false) process.exitCode = 1
  }

/** Returns a function that runs a command without printing its result. */
const askerOf =
  (environment: Readonly<NodeJS.ProcessEnv>) =>
  <Name extends CommandName>(name: Name, input: CommandInputs[Name]): Promise<object> => {
    const config = readConfig(environment)
    return runCommand(config, createLogger(commandLogLevel(config.logLevel), 2), name, input)
  }

/** The log level of a command: `warn`, unless the operator chose a level other than `info`. */
const commandLogLevel = (level: LogLevel): LogLevel => (level === 'info' ? 'warn' : level)

const runServer = async (
  environment: Readonly<NodeJS.ProcessEnv>,
  json: boolean,
  duty: Duty | undefined,
): Promise<void> => {
  const config = readConfig(environment)
  // Loaded on demand, so that a command that only calls a running server does not wait for these modules.
  const { serve } = await import('../wiring/serve.ts')
  const { url } = await serve(config, createLogger(config.logLevel, json ? 2 : 1), duty)
  if (json) process.stdout.write(`${JSON.stringify({ url, mode: config.mode })}\n`)
}
