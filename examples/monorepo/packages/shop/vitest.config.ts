import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chromium, installed } from '../../browsers.ts'

// Pages are tested as a visitor has them: wide and narrow.
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'shop',
    browser: {
      enabled: true,
      headless: true,
      provider: chromium.provider,
      instances: installed(
        { ...chromium, name: 'desktop', viewport: { width: 1280, height: 800 } },
        { ...chromium, name: 'phone', viewport: { width: 390, height: 844 } },
      ),
    },
  },
})
