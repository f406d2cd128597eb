import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const app = document.querySelector<HTMLElement>('#app')
const sessionId = new URLSearchParams(location.search).get('session')

if (app)
  createRoot(app).render(
    <StrictMode>
      <App billing={app.dataset['billing'] ?? ''} sessionId={sessionId} />
    </StrictMode>,
  )
