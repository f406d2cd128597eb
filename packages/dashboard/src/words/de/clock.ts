import type { clockEn } from '../en/clock.ts'

/** The texts of the sandbox clock, in German. */
export const clockDe: Readonly<Record<keyof typeof clockEn, string>> = {
  'clock.title': 'Sandbox-Uhr',
  'clock.hint':
    'Sie stellt die Zeit aller Organisationen dieses Servers vor, nie zurück. Alles, was bis dahin fällig wird, geschieht: Verlängerungen, neue Versuche, Enden und Hinweise.',
  'clock.now': 'Auf der Sandbox-Uhr ist es {date}.',
  'clock.step': 'Vorstellen um',
  'clock.day': 'einen Tag',
  'clock.week': 'eine Woche',
  'clock.month': 'einen Monat',
  'clock.year': 'ein Jahr',
  'clock.toDate': 'bis zu einem Datum',
  'clock.date': 'Datum',
  'clock.move': 'Uhr vorstellen',
  'clock.moved': 'Auf der Sandbox-Uhr ist es jetzt {date}',
  'clock.ran': 'Was geschehen ist: {count}',
}
