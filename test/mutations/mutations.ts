import { mutationsOfBuyers } from './areas/mutations-of-buyers.ts'
import { mutationsOfCharges } from './areas/mutations-of-charges.ts'
import { mutationsOfCredit } from './areas/mutations-of-credit.ts'
import { mutationsOfDebts } from './areas/mutations-of-debts.ts'
import { mutationsOfDueWork } from './areas/mutations-of-due-work.ts'
import { mutationsOfOffers } from './areas/mutations-of-offers.ts'
import { mutationsOfOutcomes } from './areas/mutations-of-outcomes.ts'
import { mutationsOfQuotes } from './areas/mutations-of-quotes.ts'
import { mutationsOfStrangers } from './areas/mutations-of-strangers.ts'
import { mutationsOfWaiting } from './areas/mutations-of-waiting.ts'
import type { Mutation } from './mutation.ts'

/** All mutations, each of which some test has to notice. */
export const mutations: readonly Mutation[] = [
  ...mutationsOfCharges,
  ...mutationsOfBuyers,
  ...mutationsOfQuotes,
  ...mutationsOfDebts,
  ...mutationsOfDueWork,
  ...mutationsOfWaiting,
  ...mutationsOfStrangers,
  ...mutationsOfOutcomes,
  ...mutationsOfCredit,
  ...mutationsOfOffers,
]
