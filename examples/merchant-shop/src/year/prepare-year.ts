import { buildYear } from './build-year.ts'
import { yearFile } from './year-files.ts'

// Part of `npm run build`, so that the first start of a built clone is as fast as later ones. A failure is ignored
// here, because the start reports it.
await buildYear(yearFile).catch(() => {})
