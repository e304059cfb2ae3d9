import type { Pool } from 'pg'
import { createOnce, type First } from './create-once'
import type { RecordTable } from './deletion'
import type { Prisma, PrismaClient } from './generated/client'
import { hashOf } from './hash-of'

export type Transaction = Prisma.TransactionClient

type Enter<Input> = (tx: Transaction, input: Input, userId: number) => Promise<{ id: number }>

/** Enters records of one kind, whose answer is kept with the key: unlike documents they are changed later. */
export function createEntry<Input>(
  { db, pool }: { db: PrismaClient; pool: Pool },
  resource: RecordTable,
  enter: Enter<Input>,
) {
  const once = createOnce(pool, { resource, recall: 'first_answer' })

  return (input: Input, userId: number, key: string | undefined): Promise<First> => {
    const hash = hashOf(input)
    return once({ userId, key, hash }, () =>
      db.$transaction(async (tx) => {
        const row = await enter(tx, input, userId)
        const document = JSON.stringify(row)
        if (key !== undefined) {
          await tx.$executeRaw`
            insert into idempotency_records (user_id, resource, key, request_hash, document_id, first_answer)
            values (${userId}, ${resource}, ${key}, ${hash}, ${row.id}, ${document}::json)`
        }
        return { document, isDeleted: false }
      }),
    )
  }
}
