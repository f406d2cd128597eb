import type { identitiesEn } from '../en/identities.ts'

/** The texts about the identity provider, on the sign-in page and the account screen, in German. */
export const identitiesDe: Readonly<Record<keyof typeof identitiesEn, string>> = {
  'signIn.provider': 'Mit {name} anmelden',
  'signIn.useProvider': '{name} verwenden',
  'invitation.provider': 'Mit {name} beitreten',
  'identity.title': 'Anmeldung mit {name}',
  'identity.hint': 'Sie können sich mit Ihrem Konto bei {name} anmelden und dort bestätigen, wer Sie sind.',
  'identity.notLinked': 'Nicht verknüpft',
  'identity.notLinkedHint':
    'Ihr Konto wird verknüpft, wenn Sie sich das erste Mal mit {name} anmelden und {name} Ihre E-Mail-Adresse bestätigt hat.',
  'identity.issuer': 'Aussteller',
  'identity.subject': 'Konto beim Aussteller',
  'identity.linked': 'Verknüpft',
  'identity.used': 'Zuletzt verwendet',
  'identity.remove': 'Konto trennen',
  'identity.removeHint':
    'Sie werden überall sonst abgemeldet. Ihr Konto wird wieder verknüpft, wenn Sie sich das nächste Mal mit {name} anmelden.',
  'identity.removed': 'Konto getrennt',
  'identity.refused':
    'Sie wurden nicht angemeldet. Versuchen Sie es erneut. Gelingt es nicht, brauchen Sie eine Einladung für Ihre Adresse oder eine andere Art der Anmeldung; den Grund nennt das Protokoll des Servers.',
  'identity.reauthenticationRefused':
    'Der Anmeldedienst hat nicht bestätigt, dass Sie es sind. Verwenden Sie das Konto, das mit diesem Benutzer verknüpft ist; der Anmeldedienst muss Sie erneut zur Anmeldung auffordern und den Zeitpunkt melden. Verwenden Sie sonst Ihr Passwort oder einen Passkey, oder bitten Sie einen Betreiber um einen Link für ein Passwort.',
  'identity.notJoined':
    'Sie sind nicht beigetreten. Die Einladung muss offen und für die dort bestätigte Adresse sein. Hat Ihr Konto ein Passwort, treten Sie damit bei.',
  'identity.unavailable': 'Der Anmeldedienst antwortet nicht. Versuchen Sie es erneut, oder melden Sie sich anders an.',
  'identity.blocked':
    'Ihr Browser hat das Fenster blockiert. Erlauben Sie Pop-ups für diese Seite, und versuchen Sie es erneut.',
  'identity.windowUnfinished': 'Sie haben im anderen Fenster nicht bestätigt. Versuchen Sie es erneut.',
  'identity.otherUser':
    'Sie haben sich als anderer Benutzer angemeldet. Verwenden Sie das Konto, das hier angemeldet war.',
  'identity.closeWindow': 'Fertig. Sie können dieses Fenster schließen.',
  'identity.back': 'Zurück zur Anmeldung',
}
