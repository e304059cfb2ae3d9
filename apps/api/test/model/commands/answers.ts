import { problem, type ResourcePath } from '@stockie/contracts'
import { neverRight, type Answer } from '#test/model/call'
import type { Shop } from '#test/model/shop'

/** Whether it is a 422 that names exactly these fields. */
export function refusedFor({ status, body }: Answer, paths: readonly string[]): boolean {
  const read = problem.safeParse(body)
  if (status !== 422 || !read.success) return false
  const named = new Set(read.data.errors?.map(({ path }) => path))
  return paths.length > 0 && named.size === paths.length && paths.every((path) => named.has(path))
}

/** The id of what was created: one that nothing had before. */
export function newId(shop: Shop, resource: ResourcePath, answer: Answer): number {
  const id = numberIn(answer.body, idFields[resource] ?? 'id')
  if (id === undefined || shop[resource].has(id)) throw neverRight(answer)
  return id
}

const idFields: { [Resource in ResourcePath]?: string } = {
  sales: 'saleId',
  purchases: 'purchaseId',
}

function numberIn(body: unknown, field: string): number | undefined {
  const value: unknown = Object(body)[field]
  return typeof value === 'number' ? value : undefined
}

/** The instant that only the API knows. */
export function createdAtIn({ body }: Answer): string {
  return String(Object(body).createdAt)
}
