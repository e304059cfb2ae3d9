/** SQL that deletes a record beside the API, so that a test can choose when it counts. */
export function markDeleted(table: string, id: number, userId: number): string {
  return `update ${table} set deleted_at = now(), deleted_by_id = ${userId},
    deletion_batch = gen_random_uuid() where id = ${id}`
}
