import { loadavg } from 'node:os'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { table } from '../yardsticks/table.ts'
import { measureSales, type SaleFigures } from './measure-sales.ts'
import { medusa } from './medusa/medusa.ts'
import { ours } from './ours.ts'
import { vendure } from './vendure/vendure.ts'

// `npm run bench:peers` measures how many shoppers per second one server handles, compared with other servers. With a part of another
// server's name as its argument, it measures only ours and that server. `SHOPPERS` is the number of shoppers at a time, `DURATION` the
// number of seconds.
const [, , named = ''] = process.argv
const load = { shoppers: Number(process.env['SHOPPERS'] ?? 16), seconds: Number(process.env['DURATION'] ?? 30) }
const others = [vendure, medusa].filter(({ name }) => name.toLowerCase().includes(named.toLowerCase()))

// Exit normally on signals, so that all started processes end, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const postgresql = await startPostgresql({ syncs: true })
const figures = new Map<string, SaleFigures>()
const failures: string[] = []
try {
  for (const peer of [ours, ...others])
    try {
      figures.set(peer.name, await measureSales(peer, postgresql.url, load))
    } catch (error) {
      const cause = (error as Error).cause
      failures.push(`${peer.name} was not measured. ${String(error)}${cause ? `\n${String(cause)}` : ''}`)
    }
} finally {
  await postgresql.stop()
}

const reference = figures.get(ours.name)
const rows = [...figures].map(([name, { perSecond, millis, processorMillis, requests }]) => [
  name,
  perSecond.toFixed(1),
  millis.toFixed(0),
  processorMillis.toFixed(1),
  String(requests),
  reference ? `${(perSecond / reference.perSecond).toFixed(2)}×` : '',
])
console.log(
  `\nWhole sales by one server on PostgreSQL, ${load.shoppers} shoppers at a time for ${load.seconds} seconds, load from the same machine ` +
    `(load average now ${loadavg()[0]!.toFixed(1)})\n`,
)
console.log(table([['Server', 'Sales/s', 'Median ms', 'Processor ms', 'Requests', 'Against ours'], ...rows]))
for (const failure of failures) console.error(`\n${failure}`)
if (failures.length > 0) process.exitCode = 1
