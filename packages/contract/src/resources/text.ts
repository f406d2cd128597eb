import { z } from 'zod'
import { isCardNumber } from './is-card-number.ts'

/** The reason why a text cannot be stored; `undefined` if it can. PostgreSQL cannot store NUL, and UTF-8 cannot encode a lone surrogate. */
export const issueOfText = (text: string): string | undefined =>
  text.includes('\0')
    ? 'must not contain the NUL character'
    : text.isWellFormed()
      ? undefined
      : 'must be well-formed Unicode'

/** A string in a request: at most `max` UTF-16 code units, without NUL or lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .superRefine((value, context) => {
      const issue = issueOfText(value)
      if (issue !== undefined) context.addIssue({ code: 'custom', message: issue, input: value })
    })

/** Like `text`, but not empty or blank. */
export const filledText = (max: number) => text(max).refine((value) => value.trim() !== '', 'must not be blank')

/** A person's name: like `filledText`, but not a card number, which shoppers sometimes type into the wrong field. */
export const personName = (max: number) =>
  filledText(max).refine((value) => !isCardNumber(value.trim()), 'must not be a card number')
