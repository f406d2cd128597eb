import { offersDe } from './de/offers.ts'
import { screensDe } from './de/screens.ts'
import { shellDe } from './de/shell.ts'
import { termsDe } from './de/terms.ts'
import type { MessageName } from './en.ts'

/** Every message in German. */
export const de: Readonly<Record<MessageName, string>> = { ...shellDe, ...screensDe, ...offersDe, ...termsDe }
