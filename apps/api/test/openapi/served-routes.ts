import { apiRoot } from '@stockie/contracts'
import { Router } from 'express'
import { vi } from 'vitest'
import * as apiRouter from '#src/http/api-router'

type Layer = { route?: { path: string; methods: Record<string, boolean> } }

/**
 * Returns a function that lists every served route, such as 'PUT /api/v1/customers/{id}'. It spies on the
 * routers while the app is created, so call this before createApp and the result after it.
 */
export function watchRoutes(): () => string[] {
  const use = vi.spyOn(Router.prototype, 'use')
  const createApiRouter = vi.spyOn(apiRouter, 'createApiRouter')

  return () => {
    const endpoints = createApiRouter.mock.calls
      .flatMap(([{ endpoints: each }]) => each)
      .map(({ method, path }) => `${method} ${apiRoot}/${path}`)
    const routers = use.mock.calls.flatMap((values: unknown[]) => values.flat().filter(isRouter))
    const others = use.mock.calls.flatMap(([path]: unknown[]) =>
      typeof path === 'string' && path !== '/' ? [`ALL ${path}`] : [],
    )
    return [...endpoints, ...others, ...routers.flatMap(({ stack }) => stack.flatMap(describe))]
  }
}

function describe({ route }: Layer): string[] {
  if (!route) return []
  return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`)
}

function isRouter(value: unknown): value is { stack: Layer[] } {
  return typeof value === 'function' && 'stack' in value
}
