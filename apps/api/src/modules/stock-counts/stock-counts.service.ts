import type {
  StockCountEntry,
  StockCountInput,
  StockCountPosting,
  StockCountsQuery,
} from '@stockie/contracts'
import type { Pool, PoolClient } from 'pg'
import { runTransaction } from '#src/database/pool/transaction'
import { hashBody, keyConflict, replayOnError } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { AppError, invalidFields, noSuchRecord } from '#src/errors'
import {
  countSteps,
  type CountStep,
  lockCount,
  type Query,
  refuseDiscarded,
} from './stock-count-steps'
import {
  awaitKeySql,
  countsSql,
  countSql,
  detailSql,
  enterSql,
  insertCountSql,
  lineSql,
} from './stock-counts.sql'

const sources = [
  'stock_counts',
  'stock_count_entries',
  'stock_movements',
  'products',
  'categories',
  'users',
] as const

type Entry = { countId: number; productId: number; input: StockCountEntry; key: string | undefined }

export type StepCall = { id: number; posting: StockCountPosting }

export function createStockCounts({ pool }: { pool: Pool }) {
  const read = queryOn(pool)

  const list = ({ page, pageSize }: StockCountsQuery): ListQuery => ({
    name: 'list stock counts',
    text: countsSql,
    values: [pageSize, (page - 1) * pageSize],
    count: 'select count(*) from stock_counts',
    sources,
  })

  const detail = (id: number): ListQuery => ({
    name: 'read stock count',
    text: detailSql,
    values: [id],
    parent: { kind: 'stock count', exists: 'exists (select from stock_counts where id = $1)' },
    sources,
    single: true,
  })

  /** A write and its answer are one transaction, so a failure leaves nothing of either. */
  const inTransaction = <Result>(work: (query: Query) => Promise<Result>): Promise<Result> =>
    runTransaction(pool, (client) => work(queryOn(client)))

  async function start(input: StockCountInput, userId: number, key: string | undefined) {
    const { name, categoryId, productIds, blind } = input
    const hash = hashBody(input)
    return replayOnError(
      () =>
        inTransaction(async (query) => {
          const values = [name, categoryId, productIds, blind, userId, key ?? null, hash]
          const [started] = await query<{ id: number }>(insertCountSql, ...values)
          if (started) return readAnswer(query, started.id)
          if (key !== undefined) await query(awaitKeySql, userId, key)
          const path = productIds === null ? 'categoryId' : 'productIds'
          throw invalidFields([{ path, message: 'There are no such products to count.' }])
        }),
      async () => {
        if (key === undefined) return undefined
        const [known] = await read<{ id: number; same: boolean }>(
          'select id, request_hash = $3 as same from stock_counts where created_by_id = $1 and key = $2',
          userId,
          key,
          hash,
        )
        if (known?.same === false) throw keyConflict()
        return known && readAnswer(read, known.id)
      },
    )
  }

  function enter({ countId, productId, input, key }: Entry, userId: number): Promise<string> {
    const { counted, mode, entries = null } = input
    const values = [countId, productId, counted, mode, entries, userId, key ?? null]
    return replayOnError(
      () =>
        inTransaction(async (query) => {
          const { state } = refuseDiscarded(await lockCount(query, countId))
          if (state === 'posted' || state === 'undone') {
            throw new AppError('conflict', `This count was ${state} already. Start another one.`)
          }
          const [now] = await query<NumberBefore>(enterSql, ...values)
          if (!now?.isEntered) throw refuseEntry(input, now)
          return readLine(query, countId, productId)
        }),
      async () => {
        if (key === undefined) return undefined
        const [known] = await read<{ same: boolean }>(
          `select product_id = $4 and counted is not distinct from $5::int and mode = $6 as same
           from stock_count_entries
           where count_id = $1 and user_id = $2 and key = $3`,
          countId,
          userId,
          key,
          productId,
          counted,
          mode,
        )
        if (known?.same === false) throw keyConflict()
        return known && readLine(read, countId, productId)
      },
    )
  }

  /** Takes a count one step further. A repeated step answers as the first one did. */
  function take(step: CountStep, { id, posting }: StepCall, userId: number): Promise<string> {
    return inTransaction(async (query) => {
      const count = await lockCount(query, id)
      if (!countSteps[step].done.includes(count.state)) {
        await countSteps[step].take({ query, count, id, userId, posting })
      }
      // Tills wait for the products until the commit, so a posting does not read them all again.
      return readAnswer(query, id, step === 'finish' ? detailSql : countSql)
    })
  }

  return { list, read: detail, start, enter, take }
}

function queryOn(connection: Pick<Pool | PoolClient, 'query'>): Query {
  return async <Row>(text: string, ...values: unknown[]) =>
    (await connection.query(text, values)).rows as Row[]
}

async function readAnswer(query: Query, id: number, sql = detailSql): Promise<string> {
  const [row] = await query<{ document: string }>(
    `select row_to_json(answer)::text as document from (${sql}) as answer`,
    id,
  )
  if (!row) throw noSuchRecord('stock count')
  return row.document
}

async function readLine(query: Query, countId: number, productId: number): Promise<string> {
  const [row] = await query<{ document: string }>(lineSql, countId, productId)
  if (!row) throw noSuchRecord('product')
  return row.document
}

/** Whether a number was stored, and what there was before it. */
type NumberBefore = {
  isEntered: boolean
  productExists: boolean
  isListed: boolean
  counted: number | null
  entries: number
  /** Who entered the last one. */
  userName: string | null
}

function refuseEntry(input: StockCountEntry, now: NumberBefore | undefined): AppError {
  if (!now?.productExists) return noSuchRecord('product')
  if (input.entries === undefined || input.entries === now.entries) return refuseNumber(input, now)
  if (now.entries === 0) {
    const message = 'This product has no number in this count. Read the count again.'
    return new AppError('conflict', message)
  }
  const user = now.userName ?? 'Another user'
  const message =
    now.counted === null
      ? `${user} took the number back meanwhile.`
      : `${user} counted ${now.counted} meanwhile.`
  return new AppError('conflict', message)
}

/** Only a product in the count can be not counted any more. A sum stays between 0 and the limit. */
function refuseNumber({ counted }: StockCountEntry, { isListed }: NumberBefore): AppError {
  if (counted === null && !isListed) return noSuchRecord('product')
  const bound = (counted ?? 0) < 0 ? 'below 0' : 'above 1,000,000,000'
  return invalidFields([{ path: 'counted', message: `The sum would be ${bound}.` }])
}
