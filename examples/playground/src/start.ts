import { createPlayground } from './create-playground.ts'

const port = Number(process.env['PORT'] ?? 4244)

createPlayground().listen(port, 'localhost', () => console.log(`The playground is at http://localhost:${port}`))
