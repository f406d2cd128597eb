import { type Command, InvalidArgumentError } from 'commander'
import { addGroup, type AddCommand, type CommandRunner } from '../add-command.ts'
import type { CommandInputs } from '../commands.ts'
import { csvOfPayments } from './csv-of-payments.ts'

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
  ['--external-id <id>', 'external_id', 'only those of the customer with this external id'],
]

/** Adds the commands for support staff: `payment`, `subscription`, `customer`, `payments export` and `consents export`. */
export const addSupportCommands = (
  program: Command,
  customers: Command,
  { add, run, ask }: { readonly add: AddCommand; readonly run: CommandRunner; readonly ask: Ask },
): void => {
  const addOwn: AddCommand = (...command) =>
    add(...command).option('--organization <id>', 'organization (default: the only one)')
  const addList = (
    group: Command,
    name: 'payment list' | 'subscription list' | 'customer list',
    about: string,
    filters: Filters,
  ) =>
    withFilters(addOwn(group, name, about), filters).action((options) =>
      run(name, { ...organizationIn(options), query: queryIn(options, filters) }, options),
    )

  const payments = addGroup(program, 'payment', 'payments and their refunds')
  addList(
    payments,
    'payment list',
    'list payments, newest first; `--search` also matches the last four digits of a card',
    [
      ...everyList,
      ...ofCustomer,
      ['--subscription <id>', 'subscription_id', 'only those for this subscription'],
      ['--status <status>', 'payment_status', 'such as SETTLED or DECLINED'],
    ],
  )
  addOwn(payments, 'payment show', 'show a payment with its refunds and its consent', '<id>')
  addOwn(payments, 'payment refund', 'refund a payment: everything that is left, or an amount', '<id>')
    .option('--amount <minor>', 'amount in minor units, such as cents', parseMinorUnits)
    .option('--reason <sentence>', 'reason, recorded with the refund')

  const subscriptions = addGroup(program, 'subscription', 'subscriptions of customers')
  addList(subscriptions, 'subscription list', 'list subscriptions, newest first', [
    ...everyList,
    ...ofCustomer,
    ['--plan <id>', 'plan_id', 'only those on this plan'],
    ['--status <status>', 'status', 'such as active or past_due'],
  ])
  addOwn(subscriptions, 'subscription show', 'show a subscription', '<id>')
  addOwn(subscriptions, 'subscription cancel', 'cancel a subscription at the end of its paid period', '<id>').option(
    '--now',
    'cancel immediately; nothing is refunded',
    false,
  )
  const changing = 'change plan, quantity or next billing date; charges nothing now'
  addOwn(subscriptions, 'subscription change', changing, '<id>')
    .option('--plan <id>', 'new plan; its price applies from the next charge')
    .option('--quantity <n>', 'new quantity, of the new or the current plan', parseQuantity)
    .option('--next-billing-date <time>', 'new end of the current period or trial')
  const resuming = 'undo a cancellation; charges the stored payment method if the paid period is over'
  addOwn(subscriptions, 'subscription resume', resuming, '<id>')

  addList(customers, 'customer list', 'list customers, newest first', [
    ...everyList,
    ['--external-id <id>', 'external_id', 'only the customer with this external id'],
  ])
  addOwn(customers, 'customer show', 'show a customer with their methods and subscriptions', '<id>')
  addExports(program, ask)
}

const addExports = (program: Command, ask: Ask): void => {
  const range: Filters = [
    ['--from <time>', 'from', 'only those created at this time or later'],
    ['--to <time>', 'to', 'only those created at this time or earlier'],
  ]
  const exporting = (name: 'payments' | 'consents') =>
    withFilters(
      program
        .command(name)
        .description(`all ${name} of an organization`)
        .exitOverride()
        .command('export')
        .option('--organization <id>', 'organization (default: the only one)')
        .exitOverride(),
      range,
    )
  exporting('payments')
    .description('print payments, oldest first, as JSON lines or CSV')
    .option('--csv', 'print CSV with a header line', false)
    .option('--json', 'print JSON lines (the default)', false)
    .action(async (options) => {
      if (options.csv === true) process.stdout.write(csvOfPayments([]))
      for await (const page of pagesOf(ask, 'payment list', options, range))
        process.stdout.write(options.csv === true ? csvOfPayments(page, { withNames: false }) : linesOf(page))
    })
  exporting('consents')
    .description('print the consents of shoppers, oldest first, as JSON lines')
    .option('--json', 'print JSON lines (the default)', false)
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

/** Makes a query from options. The library Commander stores the option `--external-id` as `externalId`. */
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

const parseQuantity = (text: string): number => {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number above zero.')
}

const parseMinorUnits = (text: string): number => {
  if (/^[1-9]\d{0,12}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of minor units above zero, such as 999 for €9.99.')
}
