import type { Migration } from '../engine/migrate/migration.ts'
import { baseline } from './001-baseline.ts'

/** All migrations in order. Only append: a released migration never changes. */
export const migrations: readonly Migration[] = [baseline]
