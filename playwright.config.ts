import process from 'node:process'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'

const config: PlaywrightTestConfig = defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Each spec starts Vitest and browsers of its own; more at a time only measures the machine.
  workers: 1,
  timeout: 120_000,
  // Shared machines stall; a test that needed another try is named as flaky in the output.
  retries: process.env.CI ? 2 : 0,
  // Where this many fail something is wrong with all of them, and hours would not tell more.
  maxFailures: process.env.CI ? 10 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: process.env.LIVETAB_CHROMIUM,
      // Chromium refuses to start its sandbox for root, which is what containers run as.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})

export default config
