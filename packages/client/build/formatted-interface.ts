import { format, type FormatConfig } from 'oxfmt'
import style from '../../../.oxfmtrc.json' with { type: 'json' }
import { describeInterface } from './describe-interface.ts'

/** The types of the interface, formatted like all code here. */
export const formattedInterface = async (): Promise<string> =>
  (await format('interface.ts', describeInterface(), { ...(style as FormatConfig), quoteProps: 'as-needed' })).code
