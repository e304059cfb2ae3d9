import { categories, expenseCategories, limits } from '@stockie/contracts'
import type { PoolClient } from 'pg'
import type { ImportTarget } from './import-targets'

export type FileCategories = {
  /** Stands for the id of a category that the import creates. */
  missingId: number
  find: (name: string) => { id: number | undefined; problem?: string }
}

type Options = { target: ImportTarget; isCreating: boolean }

/** Finds the categories of the file by their exact names. */
export async function readCategories(
  client: PoolClient,
  { target, isCreating }: Options,
): Promise<FileCategories> {
  const missingId = limits.id
  const idsByName = new Map<string, number | null>()
  if (target.category) {
    const { rows } = await client.query<{ id: number; name: string }>(
      `select id, name from ${target.category.table} where deleted_at is null order by id`,
    )
    for (const { id, name } of rows) idsByName.set(name, idsByName.has(name) ? null : id)
  }
  const { input } = target.category?.table === 'expense_categories' ? expenseCategories : categories

  function find(name: string): ReturnType<FileCategories['find']> {
    // The contract of the record says that it needs one.
    if (name === '') return { id: undefined }
    const id = idsByName.get(name)
    if (id !== undefined && id !== null) return { id }
    const problem = findProblem(name, id)
    return problem === undefined ? { id: missingId } : { id: missingId, problem }
  }

  function findProblem(name: string, id: number | null | undefined): string | undefined {
    if (id === null) return `Several categories have the name "${name}".`
    const parsed = input.safeParse({ name })
    if (!parsed.success) return parsed.error.issues[0]?.message
    return isCreating ? undefined : `There is no category "${name}".`
  }

  return { missingId, find }
}
