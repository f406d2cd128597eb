import { clockEn } from './en/clock.ts'
import { homeEn } from './en/home.ts'
import { identitiesEn } from './en/identities.ts'
import { keysEn } from './en/keys.ts'
import { offersEn } from './en/offers.ts'
import { passkeysEn } from './en/passkeys.ts'
import { screensEn } from './en/screens.ts'
import { settingsEn } from './en/settings.ts'
import { shellEn } from './en/shell.ts'
import { termsEn } from './en/terms.ts'

/** Every message in English. */
export const en = {
  ...shellEn,
  ...clockEn,
  ...homeEn,
  ...identitiesEn,
  ...keysEn,
  ...passkeysEn,
  ...screensEn,
  ...offersEn,
  ...settingsEn,
  ...termsEn,
} as const

/** The name of a message. */
export type MessageName = keyof typeof en
