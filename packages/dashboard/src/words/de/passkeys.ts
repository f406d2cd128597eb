import type { passkeysEn } from '../en/passkeys.ts'

/** The texts about passkeys, on the sign-in page and the account screen, in German. */
export const passkeysDe: Readonly<Record<keyof typeof passkeysEn, string>> = {
  'signIn.passkey': 'Mit Passkey anmelden',
  'signIn.usePasskey': 'Passkey verwenden',
  'signIn.otherUser': 'Dieser Passkey gehört einem anderen Benutzer. Verwenden Sie Ihren eigenen oder Ihr Passwort.',
  'settings.tab.account': 'Ihr Konto',
  'passkey.title': 'Passkeys',
  'passkey.hint':
    'Melden Sie sich mit der Sperre Ihres Geräts oder einem Sicherheitsschlüssel statt mit dem Passwort an. Ihr Passwort bleibt gültig.',
  'passkey.add': 'Passkey hinzufügen',
  'passkey.addHint': 'Ihr Browser bittet Sie, dieses Gerät zu entsperren oder einen Sicherheitsschlüssel zu berühren.',
  'passkey.name': 'Name',
  'passkey.nameHint': 'Etwa das Gerät, auf dem er ist.',
  'passkey.added': 'Der Passkey ist hinzugefügt',
  'passkey.created': 'Hinzugefügt',
  'passkey.used': 'Zuletzt verwendet',
  'passkey.never': 'Nie',
  'passkey.empty': 'Keine Passkeys',
  'passkey.impossible':
    'Dieser Browser hat für diese Adresse keine Passkeys. Sie brauchen https oder localhost auf dem eigenen Rechner, und einen Hostnamen statt einer IP-Adresse.',
  'passkey.rename': 'Umbenennen',
  'passkey.renameTitle': 'Name von {name}',
  'passkey.renamed': 'Der Name ist geändert',
  'passkey.remove': 'Entfernen',
  'passkey.removeTitle': '{name} entfernen',
  'passkey.removeHint':
    'Er meldet Sie nicht mehr an, und Sie werden überall sonst abgemeldet. Löschen Sie ihn auch auf dem Gerät.',
  'passkey.removed': 'Der Passkey ist entfernt',
  'passkey.notConfirmed':
    'Der Passkey wurde nicht bestätigt. Versuchen Sie es erneut, oder verwenden Sie Ihr Passwort.',
  'passkey.knownHere': 'Dieses Gerät hat schon einen Passkey von Ihnen.',
  'passkey.refused': 'Dieser Passkey wurde abgelehnt. Vielleicht wurde er hier entfernt. Verwenden Sie Ihr Passwort.',
  'error.lastSignInMethod':
    'Dies ist Ihre einzige Möglichkeit, sich anzumelden. Fügen Sie zuerst eine andere hinzu, etwa einen Passkey.',
}
