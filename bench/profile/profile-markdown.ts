import { processKinds } from '../measure/proc.ts'
import { sumByKind } from '../measure/process-tree.ts'
import { table } from '../report/format.ts'
import { type Machine, machineLine } from '../report/machine.ts'
import type { VariantProfile } from './profile-variant.ts'
import type { Groups } from './window.ts'

/** Rows below this many milliseconds per file in every variant are summed up. */
const smallMs = 0.3

function groupRows(
  profiles: readonly VariantProfile[],
  files: number,
  pick: (profile: VariantProfile) => Groups,
): string[][] {
  const names = [...new Set(profiles.flatMap((profile) => [...pick(profile).keys()]))]
  const rows = names
    .map((name) => ({
      name,
      values: profiles.map((profile) => (pick(profile).get(name) ?? 0) / files),
    }))
    .toSorted((a, b) => Math.max(...b.values) - Math.max(...a.values))
  const large = rows.filter(({ values }) => Math.max(...values) >= smallMs)
  const rest = profiles.map((_, at) =>
    rows
      .filter((row) => !large.includes(row))
      .reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  )
  large.push({ name: 'everything else', values: rest })
  return large.map(({ name, values }) => [name].concat(values.map((value) => value.toFixed(1))))
}

/** Where the milliseconds of a test file go, the variants side by side. */
export function profileMarkdown(
  machine: Machine,
  suite: string,
  files: number,
  profiles: readonly VariantProfile[],
): string {
  const names = profiles.map((profile) => profile.variant)
  const row = (title: string, value: (profile: VariantProfile) => number, digits = 1): string[] => [
    title,
    ...profiles.map((profile) => (value(profile) / files).toFixed(digits)),
  ]
  const processRows = [
    row('elapsed', (profile) => profile.testingMs),
    ...processKinds.map((kind) => row(`CPU: ${kind}`, (profile) => profile.cpu[kind] * 1000)),
    row('CPU: sum', (profile) => sumByKind(profile.cpu) * 1000),
    row('requests (number)', (profile) => profile.traffic?.requests ?? Number.NaN),
    row('served (kB)', (profile) => (profile.traffic?.bytes ?? Number.NaN) / 1000),
    row('over WebSockets (kB)', (profile) => (profile.traffic?.socketBytes ?? Number.NaN) / 1000),
  ]
  return [
    `### ${suite}: milliseconds per test file (${files} files)`,
    '',
    machineLine(machine),
    '',
    'By process, undisturbed, from the first test to the end. Requests are of the whole run.',
    '',
    table(['', ...names], processRows, 1),
    '',
    "Node's main thread by package, under its CPU profiler.",
    '',
    table(
      ['', ...names],
      groupRows(profiles, files, (profile) => profile.node),
      1,
    ),
    '',
    'Chromium by thread, under its tracer (which slows it down; compare shares).',
    '',
    table(
      ['', ...names],
      groupRows(profiles, files, (profile) => profile.trace.threads),
      1,
    ),
    '',
    "The renderers' main threads by kind of work, from the same trace.",
    '',
    table(
      ['', ...names],
      groupRows(profiles, files, (profile) => profile.trace.rendererMain),
      1,
    ),
    '',
  ].join('\n')
}
