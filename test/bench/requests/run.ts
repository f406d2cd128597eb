import { reportRequests } from './report-requests.ts'

// `npm run bench:requests` measures all requests, or those whose names contain its argument.
if (!(await reportRequests(process.argv[2]))) process.exitCode = 1
