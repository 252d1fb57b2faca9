import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comment, parseSync, type TSInterfaceDeclaration, Visitor } from 'oxc-parser'
import { root } from './pages.ts'

export interface Option {
  readonly name: string
  /** What its JSDoc says, as plain words. */
  readonly default: string | undefined
}

/** The options of `livetab()` as their types and JSDoc have them; those of `sockets` with its name. */
export function optionsInTypes(): Option[] {
  return [
    ...membersOf('packages/vitest/src/options.ts', 'LivetabOptions'),
    ...membersOf('packages/server/src/gateway/gateway.ts', 'GatewayOptions', 'sockets.'),
  ]
}

/** The options of `startVitest()`. */
export function helperOptionsInTypes(): Option[] {
  return membersOf('packages/livetab/src/e2e/vitest-process.ts', 'VitestOptions')
}

function membersOf(path: string, name: string, prefix = ''): Option[] {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, text)
  const found: TSInterfaceDeclaration[] = []
  new Visitor({
    TSInterfaceDeclaration(node) {
      if (node.id.name === name) found.push(node)
    },
  }).visit(program)
  const members = found.flatMap(({ body }) => body.body)
  if (members.length === 0) throw new Error(`${path} has no interface "${name}" with members.`)
  return members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return []
    return [
      {
        name: prefix + member.key.name,
        default: defaultIn(commentBefore(member.start, comments, text)),
      },
    ]
  })
}

function commentBefore(start: number, comments: readonly Comment[], text: string): string {
  const comment = comments.findLast(({ end }) => end <= start)
  const isNext = comment && text.slice(comment.end, start).trim() === ''
  return isNext ? comment.value : ''
}

function defaultIn(comment: string): string | undefined {
  return /@default ([^\n]+)/.exec(comment)?.[1]?.trim()
}
