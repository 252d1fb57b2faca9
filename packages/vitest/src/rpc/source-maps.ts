import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'pathe'
import { assertReadable } from '../file-access.ts'
import type { RpcContext } from './rpc-context.ts'
import type { SourceMapHandlers } from './tester-contract.ts'

const inlineMap = /\/\/[#@]\s*sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)\s*$/m
const linkedMap = /\/\/[#@]\s*sourceMappingURL=([^\s'"]+)\s*$/m

/** Source maps of modules that this server has transformed, and of nothing else. */
export function createSourceMapHandlers(context: RpcContext): SourceMapHandlers {
  return {
    getBrowserFileSourceMap(id: string): unknown {
      const served = context.speed.servedMap(id)
      if (served) return served
      const result = context.parent.vite.moduleGraph.getModuleById(id)?.transformResult
      if (!result) return undefined
      // Optimised dependencies keep their map beside the file.
      return result.map ?? readMap(context, result.code, id.split('?')[0] ?? id)
    },
  }
}

function readMap({ project }: RpcContext, code: string, file: string): unknown {
  try {
    const inline = inlineMap.exec(code)?.[1]
    if (inline) return JSON.parse(Buffer.from(inline, 'base64').toString('utf8'))
    const linked = linkedMap.exec(code)?.[1]
    if (!linked) return undefined
    return JSON.parse(readFileSync(assertReadable(project, resolve(dirname(file), linked)), 'utf8'))
  } catch {
    // A map that cannot be read is a map that is not there.
  }
  return undefined
}
