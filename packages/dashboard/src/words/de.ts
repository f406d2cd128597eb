import { clockDe } from './de/clock.ts'
import { homeDe } from './de/home.ts'
import { identitiesDe } from './de/identities.ts'
import { keysDe } from './de/keys.ts'
import { offersDe } from './de/offers.ts'
import { passkeysDe } from './de/passkeys.ts'
import { screensDe } from './de/screens.ts'
import { settingsDe } from './de/settings.ts'
import { shellDe } from './de/shell.ts'
import { termsDe } from './de/terms.ts'
import type { MessageName } from './en.ts'

/** Every message in German. */
export const de: Readonly<Record<MessageName, string>> = {
  ...shellDe,
  ...clockDe,
  ...homeDe,
  ...identitiesDe,
  ...keysDe,
  ...passkeysDe,
  ...screensDe,
  ...offersDe,
  ...settingsDe,
  ...termsDe,
}
