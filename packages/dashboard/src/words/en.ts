import { offersEn } from './en/offers.ts'
import { screensEn } from './en/screens.ts'
import { shellEn } from './en/shell.ts'
import { termsEn } from './en/terms.ts'

/** Every message in English. */
export const en = { ...shellEn, ...screensEn, ...offersEn, ...termsEn } as const

/** The name of a message. */
export type MessageName = keyof typeof en
