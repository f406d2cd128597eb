import { reportRequests } from './report-requests.ts'

// `npm run bench:requests` alone, or with a part of the names to be measured.
if (!(await reportRequests(process.argv[2]))) process.exitCode = 1
