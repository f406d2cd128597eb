import type { homeEn } from '../en/home.ts'

/** What Home and the list of disputes say, in German. */
export const homeDe: Readonly<Record<keyof typeof homeEn, string>> = {
  'nav.home': 'Übersicht',
  'home.first': 'Noch nichts verkauft',
  'home.firstHint':
    'Ihr Backend öffnet einen Checkout mit einem API-Schlüssel, oder es legt einen Tarif und einen Zahlungslink an. Dann stehen hier Ihre Zahlen.',
  'home.firstKey': 'API-Schlüssel anlegen',
  'home.firstAsk': 'Bitten Sie einen Admin um einen API-Schlüssel.',
  'home.risk': 'Geld in Gefahr',
  'home.riskNone': 'Kein Abonnement ist überfällig.',
  'home.riskTotal': 'Offen bei überfälligen Abonnements, einschließlich Steuer',
  'home.riskNext': 'Nächster Versuch',
  'home.riskTries': 'Abgelehnte Versuche',
  'home.riskAll': 'Alle überfälligen Abonnements',
  'home.attention': 'Braucht Aufmerksamkeit',
  'home.attentionNone': 'Nichts braucht Aufmerksamkeit.',
  'home.disputes': 'Rückbuchungen, die eine Antwort brauchen',
  'home.webhooks': 'Webhook-Endpunkte, die fehlschlagen',
  'home.connections': 'Angehaltene Verbindungen',
  'home.work': 'Aufgeschobene Arbeit',
  'home.workHint': 'Der Server versucht sie erneut. Der Betreiber sieht jede mit „billing-checkout doctor“.',
  'disputes.title': 'Rückbuchungen',
  'disputes.empty': 'Keine Rückbuchungen',
  'disputes.emptyHint': 'Eine Rückbuchung erscheint hier, wenn die Bank eines Zahlers Geld zurückverlangt.',
  'disputes.due': 'Nachweise fällig',
  'disputes.reason': 'Grund',
}
