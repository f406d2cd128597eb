import type { Say } from '../words/say.ts'
import { InputFault } from './form-dialog.ts'

/** The text that the user typed into a field, without spaces around it; empty if the form has no such field. */
export const readTextField = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** Parses a whole number from 1 to `most`. Throws `InputFault` for any other text. */
export const parseWholeNumber = (
  typed: string,
  { field, most, say }: { readonly field: string; readonly most: number; readonly say: Say },
): number => {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : 0
  if (number < 1 || number > most) throw new InputFault(say('plan.badNumber', { field, least: 1, most }))
  return number
}
