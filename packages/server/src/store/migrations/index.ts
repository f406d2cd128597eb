import type { Migration } from '../engine/migrate/migration.ts'
import { baseline } from './001-baseline.ts'

/** Every migration in order; append only, a released one never changes. */
export const migrations: readonly Migration[] = [baseline]
