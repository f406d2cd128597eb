import { reportEmails } from './emails/report-emails.ts'

// `npm run bench:emails`
if (!(await reportEmails())) process.exitCode = 1
