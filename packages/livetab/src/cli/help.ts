export const help = `livetab: Vitest browser mode that survives reloads

  npx livetab init      sets up this project, or wraps the browser provider it has
  npx livetab doctor    checks versions, browsers, ports and file watchers

  --help, --version`

export const initHelp = `npx livetab init

Finds the Vitest or Vite configuration, shows what would change and asks before it changes it.
Reads web-test-runner and Karma configurations where there is none.

  -y, --yes              does not ask
  --provider <name>      for a project without a browser: playwright (default), preview or webdriverio
  --config <file>        another configuration than the one Vitest would find
  --no-install           leaves installing what is missing to you`

export const doctorHelp = `npx livetab doctor

Checks what browser tests need here, a line for each thing, and what to do where it is missing.
Ends with exit code 1 if something has to be done.

  --config <file>        another configuration than the one Vitest would find`
