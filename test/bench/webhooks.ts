import { reportWebhooks } from './webhooks/report-webhooks.ts'

// `npm run bench:webhooks`
if (!(await reportWebhooks())) process.exitCode = 1
