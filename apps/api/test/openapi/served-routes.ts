import { apiRoot } from '@stockie/contracts'
import { Router } from 'express'
import { vi } from 'vitest'
import * as fastRouter from '#src/http/fast-router'

type Layer = { route?: { path: string; methods: Record<string, boolean> } }
type Mount = { under: unknown; path: string; router: unknown }

/**
 * Every route that is served: 'PUT /api/v1/customers/{id}'. Express forgets where a router was
 * mounted, and the front knows its calls alone, so both are watched while they are put together: call
 * this before the app is made, and the answer after.
 */
export function watchRoutes(): () => string[] {
  const use = vi.spyOn(Router.prototype, 'use')
  const createFastRouter = vi.spyOn(fastRouter, 'createFastRouter')

  return () => {
    const inFront = createFastRouter.mock.calls
      .flatMap(([calls]) => calls)
      .map(({ method, path }) => `${method} ${apiRoot}/${path}`)
    const mounts = use.mock.calls.flatMap((values: unknown[], call) => {
      const path = typeof values[0] === 'string' ? values[0] : ''
      const under: unknown = use.mock.contexts[call]
      return values
        .flat()
        .filter(isRouter)
        .map((router): Mount => ({ under, path, router }))
    })
    // What is mounted at an address and has no routes answers there all the same.
    const others = use.mock.calls.flatMap(([path, ...handlers]: unknown[]) =>
      typeof path === 'string' && path !== '/' && !handlers.flat().some(isRouter)
        ? [`ALL ${path}`]
        : [],
    )
    const inner = new Set(mounts.map(({ router }) => router))
    const outer = new Set(mounts.map(({ under }) => under).filter((router) => !inner.has(router)))
    return [...inFront, ...others, ...[...outer].flatMap((router) => routesOf(router, '', mounts))]
  }
}

function routesOf(router: unknown, prefix: string, mounts: Mount[]): string[] {
  const own = isRouter(router) ? router.stack.flatMap((layer) => describe(layer, prefix)) : []
  const below = mounts
    .filter(({ under }) => under === router)
    .flatMap((mount) => routesOf(mount.router, prefix + mount.path, mounts))
  return [...own, ...below]
}

function describe({ route }: Layer, prefix: string): string[] {
  if (!route) return []
  const path = (prefix + route.path)
    .replaceAll('//', '/')
    .replace(/\/$/, '')
    .replace(/:(\w+)/g, '{$1}')
  return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`)
}

function isRouter(value: unknown): value is { stack: Layer[] } {
  return typeof value === 'function' && 'stack' in value
}
