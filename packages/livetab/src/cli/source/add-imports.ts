import type { MagicString } from 'magic-string'
import { moduleOf } from './expressions.ts'
import { endOf, type Source } from './parse-source.ts'

/** Names and the modules they come from. */
export type Imports = ReadonlyMap<string, string>

/** Adds what the file does not import yet, in its own manner: quotes, semicolons, `import` or `require`. */
export function addImports(source: Source, edited: MagicString, imports: Imports): void {
  const missing = [...imports].filter(([name]) => moduleOf(source, name) === undefined)
  if (missing.length === 0) return
  const style = styleOf(source)
  const lines = missing.map(([name, module]) => importLine(name, module, style))
  const after = lastImportEnd(source)
  if (after !== undefined) edited.appendRight(after, `\n${lines.join('\n')}`)
  else edited.appendLeft(bodyStart(source), `${lines.join('\n')}\n\n`)
}

interface Style {
  readonly quote: string
  readonly semicolon: string
  readonly commonJs: boolean
}

function importLine(name: string, module: string, { quote, semicolon, commonJs }: Style): string {
  const from = quote + module + quote
  const left = commonJs ? `const { ${name} } = require(${from})` : `import { ${name} } from ${from}`
  return left + semicolon
}

function styleOf({ code, ast, file }: Source): Style {
  const statements = ast.program.body
  const hasModuleSyntax = statements.some((it) => /^(Import|Export)/.test(it.type))
  const ends = statements.map((statement) => code[endOf(statement) - 1])
  return {
    quote: (code.match(/"/g)?.length ?? 0) > (code.match(/'/g)?.length ?? 0) ? '"' : "'",
    semicolon: ends.includes(';') ? ';' : '',
    commonJs:
      !hasModuleSyntax && (file.endsWith('.cjs') || /\b(module\.exports|require\()/.test(code)),
  }
}

/** Behind the last import or require at the top of the file, its line's comment included. */
function lastImportEnd({ ast, code }: Source): number | undefined {
  const last = ast.program.body.findLast(
    (statement) =>
      statement.type === 'ImportDeclaration' ||
      (statement.type === 'VariableDeclaration' &&
        statement.declarations.some(
          ({ init }) =>
            init?.type === 'CallExpression' &&
            init.callee.type === 'Identifier' &&
            init.callee.name === 'require',
        )),
  )
  if (!last) return undefined
  const lineEnd = code.indexOf('\n', endOf(last))
  const rest = code.slice(endOf(last), lineEnd === -1 ? code.length : lineEnd)
  return /^\s*(\/\/.*)?$/.test(rest) ? endOf(last) + rest.trimEnd().length : endOf(last)
}

/** Behind `#!` and directives, where the first statement is. */
function bodyStart({ ast }: Source): number {
  const { directives, interpreter } = ast.program
  return directives.at(-1)?.end ?? (interpreter ? endOf(interpreter) + 1 : 0)
}
