import { buildYear } from './build-year.ts'
import { yearFile } from './year-files.ts'

// Part of `npm run build`, so that the first start of a clone that was built is as fast as every other. A file that does not fit is
// reported by the start.
await buildYear(yearFile).catch(() => {})
