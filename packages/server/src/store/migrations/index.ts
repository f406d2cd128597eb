import type { Migration } from '@billing-checkout/database/migrate'
import { baseline } from './001-baseline.ts'

/** All migrations in order. Only append: a released migration never changes. */
export const migrations: readonly Migration[] = [baseline]
