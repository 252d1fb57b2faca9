import {
  AutomockedModule,
  AutospiedModule,
  ManualMockedModule,
  RedirectedModule,
} from '@vitest/mocker'
import { getManualMockId, ServerMockResolver } from '@vitest/mocker/node'
import type { BrowserModuleMocker } from 'vitest/node'
import { type MockImportMap, mockImportMap, type SerializedMock } from '../mocks/import-map.ts'
import { staticUnmocks } from '../mocks/static-unmocks.ts'
import { currentProvider, stockBrowser } from '../vitest-internals.ts'
import { assertMock, redirectedFile } from './mock-guard.ts'
import { assertLive, assertOwnSession, type RpcContext } from './rpc-context.ts'
import type { Tester } from './tester.ts'
import type { MockHandlers, MockOrigin } from './tester-contract.ts'

/** `vi.mock` and its relatives. */
export function createMockHandlers(
  context: RpcContext,
  tester: () => Tester | undefined,
): MockHandlers {
  const { project, session, mocks } = context
  const { vite } = project
  const resolver = new ServerMockResolver(vite, {
    moduleDirectories: project.config.deps?.moduleDirectories,
  })
  const mocker = (): BrowserModuleMocker | undefined => currentProvider(project)?.mocker

  const factoryKeys = async (url: string): Promise<string[]> => {
    const result = await tester()?.rpc.resolveManualMock(url)
    return result?.keys ?? []
  }
  const factory = async (url: string): Promise<Record<string, null>> =>
    Object.fromEntries((await factoryKeys(url)).map((key) => [key, null]))

  /** The mock is a module of its own at a URL of its own. */
  async function registerInImportMap(
    mock: SerializedMock,
    origin: MockOrigin,
  ): Promise<MockImportMap | undefined> {
    const { testFile, importer } = origin
    if (testFile && importer !== testFile) {
      const unmocked = await staticUnmocks(vite, resolver, testFile)
      assertLive(context)
      if (unmocked.has(mock.id)) return undefined
    }
    if (mock.type === 'manual') {
      // Read only when the original's exports cannot be found out by transforming it.
      const shimId = getManualMockId(mock.url, mock.id)
      mocks.setFactory(mock.url, shimId, session, () => factoryKeys(mock.url))
      const { moduleGraph } = vite.environments.client
      const shim = moduleGraph.getModuleById(shimId)
      // It does not depend on the original, so an edited original would keep its old exports.
      if (shim) moduleGraph.invalidateModule(shim)
    }
    return mockImportMap(vite, mock)
  }

  /** The server answers the original's URL with the mock. */
  function registerOnServer(mock: SerializedMock): void {
    const invalidate = (): void => {
      resolver.invalidate([mock.id])
    }
    invalidate()
    mocks.noteServed(mock, session, invalidate)
    if (mock.type === 'manual') {
      mocks.served.add(
        ManualMockedModule.fromJSON(mock as never, async () => {
          try {
            return await factory(mock.url)
          } catch (error) {
            context.vitest.state.catchError(error, 'Manual Mock Resolver Error')
            return {}
          }
        }),
      )
      return
    }
    if (mock.type === 'redirect') {
      mocks.served.register({ ...mock, redirect: redirectedFile(vite, mock.redirect) } as never)
      return
    }
    mocks.served.register(mock as never)
  }

  /** The provider intercepts the request in the browser. */
  async function registerInBrowser(
    interceptor: BrowserModuleMocker,
    mock: SerializedMock,
  ): Promise<void> {
    const json = mock as never
    const module = {
      manual: () => ManualMockedModule.fromJSON(json, () => factory(mock.url)),
      redirect: () => RedirectedModule.fromJSON(json),
      automock: () => AutomockedModule.fromJSON(json),
      autospy: () => AutospiedModule.fromJSON(json),
    }[mock.type]()
    await interceptor.register(session.id, module)
  }

  return {
    resolveId: (id: string, importer?: string) => resolver.resolveId(id, importer),
    resolveMock: (id: string, importer: string, options: { mock: 'spy' | 'factory' | 'auto' }) =>
      resolver.resolveMock(id, importer, options),
    invalidate(ids: string[]): void {
      resolver.invalidate(ids)
    },
    async registerMock(
      claimedSession: string,
      mock: SerializedMock,
      origin: MockOrigin,
    ): Promise<MockImportMap | undefined> {
      assertOwnSession(context, claimedSession)
      assertMock(context, mock)
      const state = stockBrowser(project)?.state
      if (project.config.browser.importMapMocks === true && state?.lateImportMaps === false) {
        throw new Error(
          '"browser.importMapMocks" is on, but this browser takes no import map after a module was loaded. In Firefox, set the preference "dom.multiple_import_maps.enabled".',
        )
      }
      if (state?.usesImportMaps(project.config)) return registerInImportMap(mock, origin)
      const interceptor = mocker()
      if (interceptor) await registerInBrowser(interceptor, mock)
      else registerOnServer(mock)
      return undefined
    },
    async clearMocks(claimedSession: string): Promise<void> {
      assertOwnSession(context, claimedSession)
      mocks.clear(session)
      const interceptor = mocker()
      if (interceptor) await interceptor.clear(session.id)
    },
    async unregisterMock(claimedSession: string, id: string): Promise<void> {
      assertOwnSession(context, claimedSession)
      const interceptor = mocker()
      if (interceptor) await interceptor.delete(session.id, id)
      else mocks.served.delete(id)
    },
  }
}
