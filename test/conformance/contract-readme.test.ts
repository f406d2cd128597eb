import { problemBody, problemMeanings, problems } from '@billing-checkout/contract'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { examples } from '#contract/examples/index.ts'

const readme = readFileSync(new URL('../../packages/contract/README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text!) as unknown)

test('the contract’s README creates the plan of the example, which a test gets from a server', () => {
  expect(blocks.slice(0, 2)).toEqual([examples.createPlan.request.body, examples.createPlan.answer])
})

test('the contract’s README shows an error as errors are', () => {
  expect(problemBody.parse(blocks[2])).toEqual(blocks[2])
})

test('the contract’s README lists every error code with its status and meaning', () => {
  const listed = [...readme.matchAll(/^\| (\d{3}) +\| `(\w+)` +\| (.+?) +\|$/gm)].map((row) => row.slice(1))

  expect(listed).toEqual(
    Object.entries(problems).map(([code, status]) => [
      String(status),
      code,
      problemMeanings[code as keyof typeof problems],
    ]),
  )
})
