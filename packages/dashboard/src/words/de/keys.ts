import type { keysEn } from '../en/keys.ts'

/** The texts of the screen of API keys, in German. */
export const keysDe: Readonly<Record<keyof typeof keysEn, string>> = {
  'keys.empty': 'Noch keine API-Schlüssel',
  'keys.emptyHint':
    'Ihr Backend ruft mit einem Schlüssel auf. Legen Sie einen an, und bewahren Sie ihn wie ein Passwort auf.',
  'keys.create': 'Schlüssel anlegen',
  'keys.created': 'Der Schlüssel ist angelegt',
  'keys.name': 'Name',
  'keys.nameHint': 'Ihre eigenen Worte, etwa das Programm, das ihn benutzt.',
  'keys.rights': 'Was er darf',
  'keys.rightsAll': 'Alles außer: Protokoll lesen, Kunden löschen',
  'keys.rightsSome': 'Nur was hier gewählt ist',
  'keys.rightsNone': 'Wählen Sie etwas, das er darf.',
  'keys.none': 'Nichts',
  'keys.read': 'Lesen',
  'keys.write': 'Lesen und schreiben',
  'keys.secret': 'API-Schlüssel',
  'keys.secretHint':
    'Er wird dieses eine Mal angezeigt. Bewahren Sie ihn wie ein Passwort auf, und setzen Sie ihn nie in eine Seite.',
  'keys.key': 'Schlüssel',
  'keys.works': 'Gültig',
  'keys.ends': 'Gültig bis {date}',
  'keys.ended': 'Beendet {date}',
  'keys.rotate': 'Ersetzen',
  'keys.rotateTitle': 'API-Schlüssel ersetzen',
  'keys.rotateHint':
    'Ein neuer Schlüssel mit demselben Namen und denselben Rechten wird angelegt. {hint} gilt noch einen Tag.',
  'keys.revoke': 'Widerrufen',
  'keys.revokeTitle': 'API-Schlüssel widerrufen',
  'keys.revokeHint': '{hint} endet sofort. Programme, die ihn benutzen, bekommen einen Fehler.',
  'keys.revoked': 'Der Schlüssel ist widerrufen',
}
