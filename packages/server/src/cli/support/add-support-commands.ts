import { type Command, InvalidArgumentError } from 'commander'
import type { CommandKinds, CommandRunner } from '../command-runner.ts'
import type { CommandInputs } from '../commands.ts'
import { csvOf } from './payments-csv.ts'

/** Runs a command and returns its result. */
type Ask = <Name extends 'payment list' | 'consent list'>(name: Name, input: CommandInputs[Name]) => Promise<object>

/** Filters of a list: the option, its query parameter, and its description. */
type Filters = readonly (readonly [option: string, member: string, about: string])[]

const everyList: Filters = [
  ['--search <text>', 'search', 'a name, e-mail address, identifier or part of one'],
  ['--limit <number>', 'limit', 'the maximum number, up to 1000'],
  ['--page <number>', 'page', 'which page'],
]

const ofCustomer: Filters = [
  ['--customer <id>', 'customer_id', 'only those of this customer'],
  ['--external-id <id>', 'external_id', 'only those of the customer whom you know by this id'],
]

/** Adds the commands for support staff: `payment`, `subscription`, `customer`, `payments export` and `consents export`. */
export const addSupportCommands = (
  program: Command,
  customers: Command,
  run: CommandRunner,
  ask: Ask,
  { withJson }: Pick<CommandKinds, 'withJson'>,
): void => {
  const ofOrganization = (command: Command) =>
    withJson(command).option('--organization <id>', 'absent: the only organization')
  const addList = (
    group: Command,
    name: 'payment list' | 'subscription list' | 'customer list',
    about: string,
    filters: Filters,
  ) =>
    withFilters(ofOrganization(group.command('list').description(about)), filters).action((options) =>
      run(name, { ...organizationIn(options), query: queryIn(options, filters) }, options),
    )

  const payments = program.command('payment').description('payments and their refunds').exitOverride()
  addList(payments, 'payment list', 'list payments, the latest first; `--search` also takes the last four digits', [
    ...everyList,
    ...ofCustomer,
    ['--subscription <id>', 'subscription_id', 'only those for this subscription'],
    ['--status <status>', 'payment_status', 'such as SETTLED or DECLINED'],
  ])
  ofOrganization(payments.command('show <id>').description('show a payment with its refunds and its consent')).action(
    (id, options) => run('payment show', { id, ...organizationIn(options) }, options),
  )
  ofOrganization(payments.command('refund <id>').description('refund all that is left of a payment, or a part'))
    .option('--amount <minor>', 'minor units, such as cents', minorUnits)
    .option('--reason <sentence>', 'stored with the refund')
    .action((id, options) =>
      run(
        'payment refund',
        {
          id,
          ...organizationIn(options),
          ...(options.amount !== undefined && { amount: options.amount }),
          ...(options.reason !== undefined && { reason: options.reason }),
        },
        options,
      ),
    )

  const subscriptions = program.command('subscription').description('subscriptions of customers').exitOverride()
  addList(subscriptions, 'subscription list', 'list subscriptions, the latest first', [
    ...everyList,
    ...ofCustomer,
    ['--plan <id>', 'plan_id', 'only those on this plan'],
    ['--status <status>', 'status', 'such as active or past_due'],
  ])
  ofOrganization(subscriptions.command('show <id>').description('show a subscription')).action((id, options) =>
    run('subscription show', { id, ...organizationIn(options) }, options),
  )
  ofOrganization(subscriptions.command('cancel <id>').description('end a subscription with its paid period'))
    .option('--now', 'end it at once; nothing is refunded', false)
    .action((id, options) => run('subscription cancel', { id, now: options.now, ...organizationIn(options) }, options))
  ofOrganization(
    subscriptions
      .command('change <id>')
      .description('switch plan or quantity, or move the next charge; nothing is charged now'),
  )
    .option('--plan <id>', 'the new plan; the next charge has its price')
    .option('--quantity <n>', 'the new quantity, of the new plan or of its own', wholeQuantity)
    .option('--next-billing-date <time>', 'when the running period or trial ends instead')
    .action((id, { plan, quantity, nextBillingDate, ...options }) =>
      run('subscription change', { id, plan, quantity, nextBillingDate, ...organizationIn(options) }, options),
    )
  ofOrganization(
    subscriptions
      .command('resume <id>')
      .description('take a cancellation back; if the paid period is over, the stored method is charged'),
  ).action((id, options) => run('subscription resume', { id, ...organizationIn(options) }, options))

  addList(customers, 'customer list', 'list customers, the latest first', [
    ...everyList,
    ['--external-id <id>', 'external_id', 'only the customer whom you know by this id'],
  ])
  ofOrganization(
    customers.command('show <id>').description('show a customer with their methods and subscriptions'),
  ).action((id, options) => run('customer show', { id, ...organizationIn(options) }, options))

  addExports(program, ask)
}

const addExports = (program: Command, ask: Ask): void => {
  const range: Filters = [
    ['--from <time>', 'from', 'only those made at this time or later'],
    ['--to <time>', 'to', 'only those made at this time or earlier'],
  ]
  const exporting = (name: 'payments' | 'consents') =>
    withFilters(
      program
        .command(name)
        .description(`all ${name} of an organization`)
        .exitOverride()
        .command('export')
        .option('--organization <id>', 'absent: the only organization')
        .exitOverride(),
      range,
    )
  exporting('payments')
    .description('print payments, the oldest first, as JSON lines or as CSV')
    .option('--csv', 'print comma-separated values with a line of names', false)
    .option('--json', 'print JSON lines, which is the default', false)
    .action(async (options) => {
      if (options.csv === true) process.stdout.write(csvOf([]))
      for await (const page of pagesOf(ask, 'payment list', options, range))
        process.stdout.write(options.csv === true ? csvOf(page, { withNames: false }) : linesOf(page))
    })
  exporting('consents')
    .description('print what shoppers agreed to, the oldest first, as JSON lines')
    .option('--json', 'print JSON lines, which is the default', false)
    .action(async (options) => {
      for await (const page of pagesOf(ask, 'consent list', options, range)) process.stdout.write(linesOf(page))
    })
}

/** Yields every page of a list at one snapshot, the oldest rows first. */
async function* pagesOf(
  ask: Ask,
  name: 'payment list' | 'consent list',
  options: Options,
  filters: Filters,
): AsyncGenerator<readonly object[]> {
  const query = { ...queryIn(options, filters), limit: '1000', order: 'asc' }
  let snapshot: string | undefined
  for (let page = 1; ; page++) {
    const found = (await ask(name, {
      ...organizationIn(options),
      query: { ...query, page: String(page), ...(snapshot !== undefined && { snapshot_at: snapshot }) },
    })) as ListAnswer
    yield found.data
    snapshot = found.meta.snapshot_at
    if (page >= found.meta.pages) return
  }
}

interface ListAnswer {
  readonly data: readonly object[]
  readonly meta: { readonly pages: number; readonly snapshot_at: string }
}

const linesOf = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

type Options = Readonly<Record<string, unknown>>

const withFilters = (command: Command, filters: Filters): Command =>
  filters.reduce((made, [option, , about]) => made.option(option, about), command)

const organizationIn = ({ organization }: Options): { readonly organization?: string } =>
  typeof organization === 'string' ? { organization } : {}

/** Makes a query from options. The library Commander names the option `--external-id` `externalId`. */
const queryIn = (options: Options, filters: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filters.flatMap(([option, member]) => {
      const name = option
        .replace(/^--([\w-]+).*/, '$1')
        .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      const value = options[name]
      return typeof value === 'string' ? [[member, value]] : []
    }),
  )

const wholeQuantity = (text: string): number => {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number above zero.')
}

const minorUnits = (text: string): number => {
  if (/^[1-9]\d{0,12}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of minor units above zero, such as 999 for €9.99.')
}
