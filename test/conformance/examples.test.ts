import { operations } from '@billing-checkout/contract'
import { globSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'
import { beforeAll, describe, expect, test } from 'vitest'
import style from '../../.oxfmtrc.json' with { type: 'json' }
import type { OperationExample } from '#contract/examples/operation-example.ts'
import { openTestDatabase } from '../support/databases/databases.ts'
import { startService } from '../support/services/running-service.ts'
import { storyBegins, tellStory } from './example-story.ts'
import { recordExamples } from './record-examples.ts'

// The examples of /openapi.json are what a server answered. Where one differs by intent, `vitest -u` on this file writes it anew.

describe('the examples of the interface', () => {
  let told: ReadonlyMap<string, OperationExample>
  beforeAll(async () => {
    const database = await openTestDatabase('embedded')
    const service = await startService(database, { wallClock: () => storyBegins })
    const record = recordExamples(service)
    await tellStory(service, record)
    told = record.examples()
    await service.close()
    await database.close()
  })

  test('every operation has one', () => {
    expect([...told.keys()].toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  test.each(Object.keys(operations))('the server answers %s as its example says', async (name) => {
    const [file] = globSync(`packages/contract/src/operations/*/${kebab(name)}.ts`)

    await expect(await sourceOf(name, told.get(name)!)).toMatchFileSnapshot(exampleBeside(file!))
  })
})

/** The example's file of an operation, in the room of the same name, as seen from here. */
const exampleBeside = (operationFile: string): string =>
  `../../${operationFile.replace('src/operations/', 'src/examples/')}`

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const sourceOf = async (name: string, example: OperationExample): Promise<string> => {
  const source = `import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of \`${name}\`. */
export const ${name}Example: OperationExample = ${JSON.stringify(example)}
`
  return (await format(`${name}.ts`, source, { ...(style as FormatConfig), quoteProps: 'as-needed' })).code
}
