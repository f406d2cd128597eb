import { parseArgs } from 'node:util'
import { copyRepository } from './copy-repository.ts'
import { mutations } from './mutations.ts'
import { tryMutation } from './try-mutation.ts'

// `npm run mutate` breaks the sources in a copy, one promise at a time, and runs the test that has to notice. `--only words` tries the
// mutations whose names contain these words; `--from 12` continues with the twelfth. Exits with 0 if every mutation was noticed.

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { only: text, from: text } })

const chosen = mutations
  .map((mutation, place) => ({ mutation, number: place + 1 }))
  .filter(({ mutation, number }) => number >= Number(values.from ?? 1) && mutation.name.includes(values.only ?? ''))
const copy = copyRepository()
const survivors: string[] = []
try {
  for (const { mutation, number } of chosen) {
    const began = performance.now()
    const { fate, said } = await tryMutation(copy.folder, mutation)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`${number}. ${mutation.name}: ${fate} (${seconds} s)`)
    if (fate === 'died') continue
    survivors.push(mutation.name)
    console.log(said.split('\n').slice(-40).join('\n'))
  }
} finally {
  copy.remove()
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutations died.`)
if (survivors.length > 0) {
  console.log(survivors.map((name) => `Lived, or was not tried: ${name}`).join('\n'))
  process.exitCode = 1
}
