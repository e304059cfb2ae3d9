import type { StockCountEntry, StockCountInput } from '@stockie/contracts'
import type { Pool, PoolClient } from 'pg'
import { runTransaction } from '#src/database/pool/transaction'
import { hashBody, keyConflict, replayOnError } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
import { AppError, invalidFields, noSuchRecord } from '#src/errors'
import { countsSql, detailSql, enterSql, insertCountSql, lineSql } from './stock-counts.sql'

const sources = [
  'stock_counts',
  'stock_count_entries',
  'stock_movements',
  'products',
  'categories',
  'users',
] as const

type Entry = { countId: number; productId: number; input: StockCountEntry; key: string | undefined }

type Line = {
  document: string | null
  state: string
  productExists: boolean
  /** The last number of the product, if there is one. */
  counted: number | null
  entries: number | null
  userName: string | null
}

type Query = <Row>(text: string, ...values: unknown[]) => Promise<Row[]>

export function createStockCounts({ pool }: { pool: Pool }) {
  const read = queryOn(pool)

  const list = (): ListQuery => ({ name: 'list stock counts', text: countsSql, sources })

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

  async function enter({ countId, productId, input, key }: Entry, userId: number): Promise<string> {
    const { counted, mode, entries = null } = input
    const readLine = async (query: Query) => (await query<Line>(lineSql, countId, productId))[0]
    return replayOnError(
      () =>
        inTransaction(async (query) => {
          const values = [countId, productId, counted, mode, entries, userId, key ?? null]
          const [entered] = await query(enterSql, ...values)
          const line = await readLine(query)
          if (entered && line?.document) return line.document
          throw refuseEntry(line, input)
        }),
      async () => {
        if (key === undefined) return undefined
        const [known] = await read<{ same: boolean }>(
          `select product_id = $4 and counted = $5 and mode = $6 as same from stock_count_entries
           where count_id = $1 and user_id = $2 and key = $3`,
          countId,
          userId,
          key,
          productId,
          counted,
          mode,
        )
        if (!known) return undefined
        if (!known.same) throw keyConflict()
        return (await readLine(read))?.document ?? undefined
      },
    )
  }

  /** Takes a count one step further. A repeated step answers as the first one did. */
  function take(step: Step, id: number, userId: number): Promise<string> {
    const { sql, done, refusal } = steps[step]
    return inTransaction(async (query) => {
      const [count] = await query<{ state: string | null }>(sql, id, userId)
      if (!count || count.state === null) throw noSuchRecord('stock count')
      if (count.state === done) return readAnswer(query, id)
      throw new AppError('conflict', refusal[count.state] ?? 'This count is not ready.')
    })
  }

  return { list, read: detail, start, enter, take }
}

function queryOn(connection: Pick<Pool | PoolClient, 'query'>): Query {
  return async <Row>(text: string, ...values: unknown[]) =>
    (await connection.query(text, values)).rows as Row[]
}

async function readAnswer(query: Query, id: number): Promise<string> {
  const [row] = await query<{ document: string }>(
    `select row_to_json(answer)::text as document from (${detailSql}) as answer`,
    id,
  )
  if (!row) throw noSuchRecord('stock count')
  return row.document
}

type Step = 'finish' | 'post' | 'undo'

/** Each statement returns the state afterwards. Values: the count, the account. */
const steps: Record<Step, { sql: string; done: string; refusal: Record<string, string> }> = {
  finish: {
    sql: `with finished as (
        update stock_counts set state = 'finished', finished_at = now(), finished_by_id = $2
        where id = $1 and state = 'open' and exists (
          select from stock_count_products where count_id = $1 and counted is not null
        )
        returning state
      )
      select coalesce(finished.state, count.state) as state
      from stock_counts as count left join finished on true where count.id = $1`,
    done: 'finished',
    refusal: {
      open: 'Nothing was counted yet.',
      posted: 'This count was posted already.',
      undone: 'This count was undone already.',
    },
  },
  post: {
    sql: 'select post_stock_count($1, $2) as state',
    done: 'posted',
    refusal: {
      open: 'Someone counted on. Finish the count again, then post it.',
      undone: 'This count was undone already.',
    },
  },
  undo: {
    sql: 'select undo_stock_count($1, $2) as state',
    done: 'undone',
    refusal: {
      open: 'This count is not posted.',
      finished: 'This count is not posted.',
    },
  },
}

/** Why a number was not stored. */
function refuseEntry(line: Line | undefined, { mode, entries }: StockCountEntry): AppError {
  if (!line) return noSuchRecord('stock count')
  if (line.state === 'posted' || line.state === 'undone') {
    return new AppError('conflict', `This count was ${line.state} already.`)
  }
  if (!line.productExists) return noSuchRecord('product')
  if (entries !== undefined && entries !== (line.entries ?? 0)) {
    const message = `${line.userName ?? 'Someone'} counted ${line.counted} meanwhile.`
    return new AppError('conflict', message)
  }
  if (mode === 'add') {
    return invalidFields([{ path: 'counted', message: 'The sum would be above 1,000,000,000.' }])
  }
  return new AppError('conflict', 'The number was not stored. Try again.')
}
