import { createPglite, overPglite } from '#server/store/engine/embedded/over-pglite.ts'
import { readSavedCluster } from '#server/store/engine/embedded/saved-cluster.ts'
import { openTemplates } from '../../support/databases/database-templates.ts'
import { assembleBilling } from '../world.ts'
import { chanceOf } from '../chance.ts'
import { laws } from './laws.ts'
const templates = openTemplates()
const loadDataDir = await readSavedCluster((await templates.embedded()).migrated)
const database = overPglite<any>(await createPglite(loadDataDir ? { loadDataDir } : {}))
const billing = await assembleBilling(database.db)
const [name, first, runs, verbose] = process.argv.slice(2)
const law = Object.entries(laws).find(([n]) => n.includes(name!))![1]
let tried = 0,
  broken = 0
const began = performance.now(),
  cpu = process.cpuUsage()
for (let seed = Number(first); seed < Number(first) + Number(runs); seed++) {
  try {
    if (await law(billing, chanceOf(seed))) tried++
  } catch (e) {
    tried++
    broken++
    console.log(`seed ${seed}: ${verbose ? (e as Error).stack : String(e).split('\n')[0]}`)
  }
}
const used = process.cpuUsage(cpu)
console.log({ tried, broken, runs, seconds: (performance.now() - began) / 1000, cpu: (used.user + used.system) / 1e6 })
await database.close()
await templates.close()
process.exit()
