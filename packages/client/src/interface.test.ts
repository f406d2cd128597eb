import type { operations } from '@billing-checkout/contract'
import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { formattedInterface } from '../build/formatted-interface.ts'
import type { AnswerOf, BodyOf, OperationName } from './operation-types.ts'

const written = readFileSync(new URL('interface.ts', import.meta.url), 'utf8')

test('the types are those of the contract; `node packages/client/build/write-interface.ts` writes them again', async () => {
  expect(await formattedInterface()).toBe(written)
})

type Contract = typeof operations
type OutputOf<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } } ? Output : never
type InputOf<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } } ? Input : never

/** The operations whose answer differs between contract and client. */
type OtherAnswers = {
  [Name in OperationName]: [OutputOf<Contract[Name]['answer']>] extends [AnswerOf<Name>]
    ? [AnswerOf<Name>] extends [OutputOf<Contract[Name]['answer']>]
      ? never
      : Name
    : Name
}[OperationName]

/** The operations for which the client allows a body that the contract refuses. */
type OtherBodies = {
  [Name in OperationName]: [NonNullable<InputOf<NonNullable<Contract[Name]['body']>>>] extends [BodyOf<Name>]
    ? never
    : unknown extends InputOf<NonNullable<Contract[Name]['body']>>
      ? never
      : Name
}[OperationName]

test('every body and answer has the type of the contract', () => {
  expectTypeOf<OperationName>().toEqualTypeOf<keyof Contract>()
  expectTypeOf<OtherAnswers>().toEqualTypeOf<never>()
  expectTypeOf<OtherBodies>().toEqualTypeOf<never>()
})

test('every method and member carries a description, and methods their error codes', () => {
  const described = written.slice(0, written.indexOf('export interface EventObjects'))
  const lines = described.split('\n').filter((line) => !line.startsWith('  readonly meta: {'))
  const isMember = (line: string) => /^ {2,}\w+\??:/.test(line) && !/^ {4}(id|body|query|options)\??: /.test(line)
  const bare = lines.filter((line, at) => isMember(line) && !lines[at - 1]?.endsWith('*/'))
  const methods = written.slice(
    written.indexOf('export interface Methods'),
    written.indexOf('export interface EventObjects'),
  )

  expect(bare).toEqual([])
  expect(methods.match(/@throws \{BillingError\} With `code` `/g)).toHaveLength(
    methods.match(/^ {2}readonly \w+: \(/gm)!.length,
  )
})

test('no hover lists all countries or currencies', () => {
  const beside = written.replace(/export type (CountryCode|CurrencyCode) =\n(?: +\| .*\n)+/g, '')

  expect(beside).not.toMatch(/'AD'(\s*\|\s*'\w\w'){20}/)
})
