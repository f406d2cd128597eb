import { reportRequests } from './report-requests.ts'

// `npm run bench:requests`, optionally with a part of the names to measure.
if (!(await reportRequests(process.argv[2]))) process.exitCode = 1
