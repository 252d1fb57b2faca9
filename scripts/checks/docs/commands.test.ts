import { type Node, parse } from 'sh-syntax'
import { expect, test } from 'vitest'
import { problemOf } from './commands.ts'
import { at, blocksOf, nodesOf, type Page, readPages } from './pages.ts'

const programs = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|pnpm|node|vitest|livetab) [\w.-]/

test('every command that people are told to type exists, with its options', async () => {
  const found = (await Promise.all(readPages().map((page) => commandsOf(page)))).flat()
  const wrong: string[] = []
  for (const { page, where, command } of found) {
    const problem = await problemOf(command, page)
    if (problem) wrong.push(`${where} ${command}: ${problem}`)
  }

  expect(found.length).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test.for([
  ['npm run nothing', 'package.json has no script "nothing"'],
  ['npm test -- --onyl unit', 'its help has no --onyl'],
  ['npm install --save-dev vitest@4.0.0', 'not here in that version: vitest@4.0.0'],
  ['npx nothing', 'no package here has the command "nothing"'],
  ['npx vitest --nothing', 'its help has no --nothing'],
  ['node bench/nothing.ts', 'there is no file "bench/nothing.ts"'],
] as const)('"%s" is noticed', async ([command, problem]) => {
  expect(await problemOf(command, 'README.md')).toContain(problem)
})

test.for([
  ['npm run dev', undefined],
  ['npm test -- --project vue', undefined],
  ['npm run bench', 'package.json has no script "bench"'],
  ['npm test -- --onyl unit', 'its help has no --onyl'],
  ['npx vue-tsc --noEmit', undefined],
] as const)('"%s" is looked for in the example that it is typed in', async ([command, problem]) => {
  const found = await problemOf(command, 'examples/vue/README.md')
  if (problem) expect(found).toContain(problem)
  else expect(found).toBeUndefined()
})

interface Found {
  readonly page: string
  readonly where: string
  readonly command: string
}

/** Commands in shell blocks, and in running text. */
async function commandsOf(page: Page): Promise<Found[]> {
  const inText = nodesOf(page, 'inlineCode')
    .filter(({ value }) => programs.test(value))
    .map(({ value, position }) => ({
      page: page.path,
      where: at({ page: page.path, line: position?.start.line ?? 0 }),
      command: value,
    }))
  const inBlocks = await Promise.all(
    blocksOf(page)
      .filter(({ language }) => language === 'sh')
      .map(async (block) => {
        const { Stmts } = await parse(block.code)
        return Stmts.map((statement) => ({
          page: page.path,
          where: at(block),
          command: textOf(statement, block.code),
        }))
      }),
  )
  return [...inText, ...inBlocks.flat()]
}

function textOf({ Pos, End }: Node, code: string): string {
  return Buffer.from(code).subarray(Pos.Offset, End.Offset).toString()
}
