import { operations } from '@billing-checkout/contract'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import { beforeAll, describe, expect, test } from 'vitest'
import style from '../../.oxfmtrc.json' with { type: 'json' }
import { openTestDatabase } from '../support/databases/databases.ts'
import { startService } from '../support/services/running-service.ts'
import { exampleSources } from './example-sources.ts'
import { storyBegins, tellStory } from './example-story.ts'
import { recordExamples } from './record-examples.ts'

// The examples of /openapi.json are recorded from a server's answers. If a difference is intended, run `vitest -u` on this file to record
// them again.

describe('the examples of the interface', () => {
  let sources: ReturnType<typeof exampleSources>
  beforeAll(async () => {
    const database = await openTestDatabase('embedded')
    const service = await startService(database, { wallClock: () => storyBegins })
    const record = recordExamples(service)
    await tellStory(service, record)
    sources = exampleSources(record.examples(), roomOf)
    await service.close()
    await database.close()
  })

  test('every operation has an example', () => {
    expect([...sources.operations.keys()].toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  test.each(Object.keys(operations))('the server answers %s as its example says', async (name) => {
    await expect(await formatted(sources.operations.get(name)!)).toMatchFileSnapshot(exampleOf(name))
  })

  test('text in several examples is written once', async () => {
    for (const [room, source] of sources.shared)
      await expect(await formatted(source)).toMatchFileSnapshot(`../../${examplesFolder}/${room}/shared.ts`)

    const files = globSync(`${examplesFolder}/*/shared.ts`).map((file) => basename(dirname(file)))
    expect(files.toSorted()).toEqual([...sources.shared.keys()].toSorted())
  })
})

const examplesFolder = 'packages/contract/src/examples'

const described = globSync('packages/contract/src/operations/**/*.ts').map((path) => ({
  room: path.split('/')[4]!.replace('.ts', ''),
  text: readFileSync(path, 'utf8'),
}))

/** The room of the contract that describes an operation. */
const roomOf = (name: string): string =>
  described.find(({ text }) => text.includes(`export const ${name} = operation(`))!.room

/** The example file of an operation, in the folder with the name of its room, relative to this file. */
const exampleOf = (name: string): string => `../../${examplesFolder}/${roomOf(name)}/${kebab(name)}.ts`

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const formatted = async (source: string): Promise<string> =>
  (await format('example.ts', source, { ...(style as FormatConfig), quoteProps: 'as-needed' })).code
