import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chromium, firefox, installed, webkit } from '../../browsers.ts'

// What every page shares is tested in every engine.
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'ui',
    browser: {
      enabled: true,
      headless: true,
      provider: chromium.provider,
      instances: installed(chromium, firefox, webkit),
    },
  },
})
