import type { CountryCode } from '@billing-checkout/client'
import type { Chance } from './chance.ts'

/** A shopper of the demo year. */
export interface Person {
  readonly full_name: string
  readonly email: string
  readonly country: CountryCode
}

/** A new shopper; shoppers with the same name get different email addresses. */
export const inventPerson = (chance: Chance, number: number): Person => {
  const [country, firsts, lasts] = chance.pick(peoples)
  const first = chance.pick(firsts.split(' '))
  const last = chance.pick(lasts.split(' '))
  const address = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '')
    .toLowerCase()
  return { full_name: `${first} ${last}`, email: `${address}.${number}@example.com`, country }
}

type People = readonly [country: CountryCode, firstNames: string, lastNames: string]

const german: readonly [string, string] = [
  'Lena Jonas Mia Paul Emma Felix Hannah Lukas Clara Moritz Ida Anton',
  'Schneider Weber Fischer Wagner Becker Hoffmann Schäfer Koch Richter Klein',
]
const english: readonly [string, string] = [
  'Olivia Noah Amelia Oliver Grace Henry Ava Jack Chloe Samuel Maya Priya Daniel Zoe',
  'Carter Bennett Hughes Foster Morgan Patel Reed Collins Murphy Brooks Okafor Nguyen',
]

/** A country that is listed twice gets twice as many shoppers. */
const peoples: readonly People[] = [
  ['DE', ...german],
  ['DE', ...german],
  ['DE', ...german],
  ['AT', ...german],
  ['US', ...english],
  ['US', ...english],
  ['US', ...english],
  ['GB', ...english],
  ['GB', ...english],
  ['IE', ...english],
  ['FR', 'Camille Louis Manon Hugo Léa Jules Chloé Arthur', 'Martin Bernard Dubois Moreau Laurent Lefèvre Roux'],
  ['FR', 'Inès Gabriel Jade Raphaël Louise Adam', 'Petit Garcia Fournier Girard Mercier Blanc'],
  ['NL', 'Daan Sanne Bram Lotte Sem Fleur', 'Jansen Bakker Visser Smit Mulder Bos'],
  ['ES', 'Lucía Mateo Sofía Martín Paula Álvaro', 'García López Romero Navarro Torres'],
  ['IT', 'Giulia Leonardo Aurora Matteo Sara Luca', 'Rossi Russo Ferrari Colombo Ricci'],
  ['JP', 'Yui Haruto Sakura Ren Aoi Sota', 'Sato Suzuki Tanaka Watanabe Kobayashi'],
  ['JP', 'Hina Yuto Mei Kaito', 'Ito Yamamoto Nakamura Kato'],
]
