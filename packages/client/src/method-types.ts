import type { OperationName } from '@billing-checkout/contract'
import type { OperationTable } from './operation-table.ts'
import type { AnswerOf, ArgumentsOf, RequestOptions, WriteOptions } from './operation-types.ts'

type OptionsOf<Name extends OperationName> = OperationTable[Name]['method'] extends 'POST' | 'PATCH'
  ? WriteOptions
  : RequestOptions

/** An operation as a method: what it takes, then options. */
export type Method<Name extends OperationName> = (
  ...given: [...ArgumentsOf<Name>, options?: OptionsOf<Name>]
) => Promise<AnswerOf<Name>>

/** A method for every operation of the interface, by its one name. */
export type Methods = { readonly [Name in OperationName]: Method<Name> }
