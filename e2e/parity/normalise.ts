import { repoRoot } from './paths.ts'
import type { Workspace } from './workspace.ts'

export type Normalise = (text: string) => string

/** Takes out of a text only what has to differ between two runs: places, ports, ids and times. */
export function createNormaliser(workspace: Workspace): Normalise {
  const places: [string, string][] = [
    [workspace.root, '<root>'],
    [encodeURI(workspace.root), '<root>'],
    [encodeURIComponent(workspace.root), '<root>'],
    [repoRoot.replace(/\/$/, ''), '<repo>'],
  ]
  return (text) => {
    let result = text
    for (const [place, name] of places) result = result.replaceAll(place, name)
    return (
      result
        .replaceAll(/(localhost|127\.0\.0\.1|\[::1\]):\d{2,5}\b/g, '$1:<port>')
        .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<uuid>')
        .replace(/\nCall log:\n[^]*$/, onceThrough)
        // Vitest encodes the path of a mocked module into the name of the module that stands in for it.
        .replaceAll(/(vitest-mock:)[\w=]+/g, '$1<module>')
        .replaceAll(/\?(?:v|t|browserv)=[\w-]+&/g, '?')
        .replaceAll(/[?&](?:v|t|browserv)=[\w-]+/g, '')
        // A raw stack has positions in what was served, which is linked on one side only.
        .replaceAll(/(https?:\/\/localhost:<port>[^:\s)"\\]+):\d+:\d+/g, '$1:<served>')
        // Where Vitest's own runtime is in a raw stack; frames that are shown are compared by their source.
        .replaceAll(
          /https?:\/\/localhost:<port>(?:\/__livetab__)?\/(?:__vitest_browser__|node_modules\/\.vite\/vitest\/\w+\/deps)\/[^:\s)"\\]+:<served>/g,
          '<runtime>',
        )
        .replaceAll(
          /\n\s+at [^\n"]*(?:<runtime>|\/node_modules\/\.vite\/vitest\/\w+\/deps\/)[^\n"]*/g,
          '',
        )
    )
  }
}

/** Playwright's log of an action without its retries: how many there are depends on the machine. */
function onceThrough(callLog: string): string {
  return callLog.replace(/\n\s*- retrying [^]*$/, '').replaceAll(/^\s+(?:\d+ ×|-) /gm, '- ')
}

/** Applies `normalise` to every string inside plain data. */
export function normaliseDeep<Data>(data: Data, normalise: Normalise): Data {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? normalise(value) : value,
  )
}
