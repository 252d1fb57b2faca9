import process from 'node:process'

/** What tells Vitest that nobody watches: it would then run headless and refuse a preview tab. */
const signsOfCi = [
  'CI',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'JENKINS_URL',
  'BUILDKITE',
  'TEAMCITY_VERSION',
]

/** The environment of a user at their desk, wherever the tests themselves run. */
export function deskEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env }
  for (const name of signsOfCi) delete environment[name]
  return environment
}
