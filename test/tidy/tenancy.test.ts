import { expect, test } from 'vitest'
import { ownedTables } from '#server/store/schema/ownership.ts'
import { isTest, parse, placeOf, type Source, sources } from './sources.ts'

const server = 'packages/server/src/'

/**
 * Files with SQL text that names a table whose rows belong to organizations. No handle can restrict such text, so each file states here
 * how it stays within one organization, or why it reads all of them.
 */
const writtenOut: Readonly<Record<string, string>> = {
  'backup/database-totals.ts': 'a copy has the rows of all organizations, and is compared as a whole',
  'billing/attempts/complete-attempts.ts': 'whether an attempt is to be taken up, of all organizations',
  'billing/checks/refuse-duplicate-purchase.ts':
    'a condition on a payment, compared with its attempts within the organization',
  'billing/disputes/import-processor-news.ts': 'whether a charge of a connection is under way, of all organizations',
  'billing/due-work/expire-shopper-actions.ts': 'moving the clock ends the waits of all organizations',
  'billing/due-work/lease-due-subscriptions.ts':
    'a condition on a subscription, compared with its method within the organization',
  'billing/due-work/read-due-work.ts': 'the next moment at which anything is due, of all organizations',
  'billing/due-work/settle-payments.ts': 'a column of a payment, from its attempt within the organization',
  'billing/due-work/webhook-endpoint-work.ts': 'how long endpoints of all organizations have waited',
  'billing/emails/send-emails.ts': 'a condition on an email, compared with earlier ones within the organization',
  'billing/erasure/erase-customer.ts': 'the words of one erasure, compared with its organization',
  'billing/erasure/journal-erasures.ts': 'the journal has the erasures of all organizations',
  'billing/obligations/open-obligation.ts':
    'a condition on an obligation, compared with its attempt within the organization',
  'billing/reconcile/days/compare-movement.ts':
    'a processor’s report, compared with the transactions of its connection, of all organizations',
  'billing/reconcile/days/find-missing-at-processor.ts':
    'what was charged over a connection on a day, of all organizations',
  'billing/worklist/defer-work.ts':
    'a condition on a due row, compared with its deferral within the organization; and leases, each row in its own',
  'cli/doctor/examine-emails.ts': 'an operator counts what waits, of all organizations',
  'cli/doctor/examine-money.ts': 'an operator counts what waits, of all organizations',
  'cli/doctor/examine-retention.ts': 'an operator counts what is not erased, of all organizations',
  'cli/operator/attempt-commands.ts': 'an operator lists what waits, of all organizations',
  'webhooks/order/align-due-times.ts':
    'an update from a subquery with distinct on, each compared with the organization of the transaction',
  'webhooks/order/is-next-of-key.ts': 'conditions on a delivery, compared with others of its endpoint and organization',
  'webhooks/sending/lease-due-endpoints.ts':
    'a condition on an endpoint, compared with events and deliveries within the organization',
}

/** Kysely's names for a database with all tables, or for SQL that bypasses every handle. */
const notForBilling: ReadonlySet<string> = new Set(['Kysely', 'Transaction', 'CompiledQuery', 'QueryCreator'])

const isAcross = ({ text }: Source): boolean => /from '.*\/across-organizations\.ts'/.test(text)

test('rows of organizations are read only through a handle with their organization', () => {
  const problems = serverSources().flatMap((source) => [
    ...sqlOfOwnedTables(source)
      .filter(() => !(inServer(source) in writtenOut))
      .map(
        (at) => `${placeOf(source, at)} names a table of organizations in SQL: ask by inOrganization, or say why not`,
      ),
    ...namedOrganizations(source)
      .filter(() => !isAcross(source))
      .map((at) => `${placeOf(source, at)} compares organizationId by hand: inOrganization does that`),
    ...imports(source)
      .filter(({ name }) => notForBilling.has(name))
      .map(({ name, at }) => `${placeOf(source, at)} imports ${name}: take a Database or an OrganizationDatabase`),
  ])

  expect(problems).toEqual([])
})

test('SQL is written out only in the listed files, each with a reason', () => {
  const found = serverSources().filter((source) => sqlOfOwnedTables(source).length > 0)

  expect(found.map(inServer)).toEqual(Object.keys(writtenOut))
})

test('the check finds code that goes around the handles', () => {
  const source = (text: string): Source => ({ path: `${server}billing/example.ts`, text })
  const statement = 'sql`select id from payments where id = ${id}`'
  const byHand = "db.selectFrom('payments as p').where('p.organizationId', '=', organizationId)"
  const typed = "import { sql, type Kysely } from 'kysely'"

  expect(sqlOfOwnedTables(source(statement))).toEqual([3])
  expect(sqlOfOwnedTables(source("lookup('plans', ['id'], { where: 'exists (select from attempts)' })"))).toHaveLength(
    1,
  )
  expect(sqlOfOwnedTables(source("fail('the money is not taken from customers')"))).toEqual([])
  expect(namedOrganizations(source(byHand))).toHaveLength(1)
  expect(imports(source(typed)).map(({ name }) => name)).toEqual(['sql', 'Kysely'])
})

/** The sources of the server except its store, which makes the handles. */
const serverSources = (): readonly Source[] =>
  sources(`${server}**/*.ts`).filter(({ path }) => !isTest(path) && !path.startsWith(`${server}store/`))

const inServer = ({ path }: Source): string => path.slice(server.length)

const owned = new RegExp(
  `\\b(?:select|insert|update|delete|exists)\\b[^]*\\b(?:from|join|update|into)\\s+(?:${[...ownedTables].join('|')})\\b`,
)

/** The positions at which SQL text names a table whose rows belong to organizations. */
const sqlOfOwnedTables = (source: Source): readonly number[] =>
  nodesOf(source).flatMap(({ type, start, end, value }) => {
    const text = type === 'TemplateLiteral' ? source.text.slice(start, end) : type === 'Literal' ? value : undefined
    return typeof text === 'string' && owned.test(text) ? [start] : []
  })

/** The positions at which a query is restricted, or tables are joined, by an explicit organization id. */
const namedOrganizations = (source: Source): readonly number[] =>
  nodesOf(source).flatMap(({ type, start, callee, arguments: given }) => {
    if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property'])) return []
    if (!/^(?:where|whereRef|on|onRef)$/.test(String(callee['property']['name']))) return []
    return (given as readonly SyntaxNode[]).some(({ value }) => /\borganizationId$/.test(String(value))) ? [start] : []
  })

/** The names that a source imports from Kysely. */
const imports = (source: Source): readonly { readonly name: string; readonly at: number }[] =>
  parse(source)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === 'kysely')
    .flatMap(({ entries, start }) => entries.map(({ importName }) => ({ name: importName.name ?? '', at: start })))

interface SyntaxNode extends Readonly<Record<string, unknown>> {
  readonly type: string
  readonly start: number
  readonly end: number
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value

const nodesOf = (source: Source): readonly SyntaxNode[] => {
  const found: SyntaxNode[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node)) return
    found.push(node)
    Object.values(node).forEach(walk)
  }
  walk(parse(source).program)
  return found
}
