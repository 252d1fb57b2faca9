import { statSync } from 'node:fs'
import { isAbsolute, join } from 'pathe'
import type { ViteDevServer } from 'vite'
import { assertReadable } from '../file-access.ts'
import type { SerializedMock } from '../mocks/import-map.ts'
import type { RpcContext } from './rpc-context.ts'

const types: readonly unknown[] = [
  'manual',
  'redirect',
  'automock',
  'autospy',
] satisfies SerializedMock['type'][]

/** Queries with which Vite gives out a file's content instead of running it as a module. */
const content = /[?&](?:raw|inline|url|init|worker|sharedworker)(?:[&=?]|$)/

/**
 * Comes before a mock is registered, whoever serves it: the browser by an import map,
 * the provider by a redirect, or this server. All of them may lead to files that the page may load anyway.
 */
export function assertMock({ project }: RpcContext, mock: unknown): asserts mock is SerializedMock {
  if (!isMock(mock)) throw new TypeError('[livetab] The mock is none.')
  if (mock.type === 'redirect') {
    const file = assertReadable(project, redirectedFile(project.vite, mock.redirect))
    if (!isFile(file)) throw new Error(`Access denied to "${file}": there is no such mock.`)
  }
  for (const name of [mock.id, mock.url]) {
    if (content.test(name)) assertReadable(project, fileOf(project.vite, name))
  }
}

/** The file that a redirect leads to. Its path is an address on this server. */
export function redirectedFile(vite: ViteDevServer, redirect: string): string {
  return fileOf(vite, decodeURI(new URL(redirect).pathname))
}

function fileOf({ config }: ViteDevServer, address: string): string {
  const path = (address.split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/')
  const base = config.base.replace(/\/$/, '')
  const local = base && path.startsWith(`${base}/`) ? path.slice(base.length) : path
  if (local.startsWith('/@fs/')) {
    const file = local.slice('/@fs/'.length)
    return isAbsolute(file) ? file : `/${file}`
  }
  if (local.startsWith(`${config.root}/`)) return local
  const inRoot = join(config.root, local)
  // Vite takes an address that names no file of the project for a path of the machine.
  return !isFile(inRoot) && isFile(local) ? local : inRoot
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function isMock(mock: unknown): mock is SerializedMock {
  if (typeof mock !== 'object' || mock === null) return false
  const { type, raw, id, url, redirect } = mock as Partial<Record<keyof SerializedMock, unknown>>
  const texts = type === 'redirect' ? [raw, id, url, redirect] : [raw, id, url]
  return types.includes(type) && texts.every((text) => typeof text === 'string')
}
