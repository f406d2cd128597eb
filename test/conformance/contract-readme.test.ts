import { problemBody, problems } from '@billing-checkout/contract'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { examples } from '#contract/examples/index.ts'

const readme = readFileSync(new URL('../../packages/contract/README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text!) as unknown)

test('the contract’s README shows the plan of the example, which a test gets from a server', () => {
  expect(blocks[0]).toEqual(examples.createPlan.answer)
})

test('the contract’s README shows an error as errors are', () => {
  expect(problemBody.parse(blocks[1])).toEqual(blocks[1])
})

test('the contract’s README lists every error code under its status', () => {
  const listed = readme
    .slice(readme.indexOf('- **400**'))
    .split(/^- \*\*/m)
    .filter((item) => /^\d{3}\*\*/.test(item))
    .flatMap((item) => [...item.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(item.slice(0, 3))]))

  expect(Object.fromEntries(listed)).toEqual(problems)
  expect(listed).toHaveLength(Object.keys(problems).length)
})
