import { parser } from '@prometheus-io/lezer-promql'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

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
const documented = new Set([...operating.matchAll(/^\| `(billing_\w+)`/gm)].map(([, name]) => name))
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

/** What a scrape adds, what a histogram has, and the labels of our own metrics. */
const labels = new Set('job instance le operation status connection call outcome type reason name'.split(' '))

describe.each(expressions)('%s', (_, expr) => {
  const tree = parser.configure({ strict: true }).parse(expr)
  const named = (kind: string): string[] => {
    const found: string[] = []
    tree.iterate({ enter: (node) => void (node.name === kind && found.push(expr.slice(node.from, node.to))) })
    return found
  }

  test('asks for metrics that are documented, by labels that they have', () => {
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

test('each panel has an id of its own', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})
