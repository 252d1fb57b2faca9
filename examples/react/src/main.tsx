import { createRoot } from 'react-dom/client'
import { BookingForm } from './booking-form.tsx'

const container = document.querySelector('#root')
if (container) {
  createRoot(container).render(
    <BookingForm onBook={() => new Promise((resolve) => setTimeout(resolve, 800))} />,
  )
}
