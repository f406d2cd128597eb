export { awaitSchema, type SchemaWaitLimits } from './migrate/await-schema.ts'
export { createIndexConcurrently, migrateToLatest } from './migrate/migrate-to-latest.ts'
export type { Migration } from './migrate/migration.ts'
export { isDatabaseEmpty } from './migrate/schema-state.ts'
