import { createRoot } from 'react-dom/client'
import { Team } from './team.tsx'

if (import.meta.env.DEV) {
  const { worker } = await import('./mocks/worker.ts')
  await worker.start()
}

const container = document.querySelector('#root')
if (container) createRoot(container).render(<Team />)
