import { isDeepStrictEqual } from 'node:util'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { CountedNumber, StockCountEntry } from '#src/clients/journal'

type StoredNumber = Pick<CountedNumber, 'key' | 'productId' | 'counted' | 'mode'>

/** A product of a count, and what the ledger says of it. Documents are sales, purchases and returns. */
type StoredLine = {
  productId: number
  counted: number | null
  entries: number
  /** The stock at the last number: as the count has it, and by the ledger. */
  stock: number | null
  ledgerStock: number
  delta: number | null
  /** The stock right before the posting, and what documents have moved between the number and it. */
  stockBefore: number
  movedByDocuments: number
  /** The movements of the posting and of its undo. */
  corrections: number[]
  undone: number[]
  /** A later count of the product that was posted when this one was undone. */
  laterCount: number | null
}

export type StoredCount = {
  id: number
  mark: string
  state: string
  figures: { differing: number; units: number; value: number } | null
  lines: StoredLine[]
  numbers: StoredNumber[]
}

/** Reads every stock count whose name begins with the mark. Only documents and counts move its products. */
export function readStockCounts({ query }: Pick<ShopDatabase, 'query'>, mark: string) {
  return query<StoredCount>(
    `select id, name as mark, state,
       case when posted_at is not null then
         json_build_object('differing', differing, 'units', units, 'value', value) end as figures,
       (select coalesce(json_agg(json_build_object('key', key, 'productId', product_id,
           'counted', counted, 'mode', mode) order by id), '[]')
         from stock_count_entries where count_id = count.id) as numbers,
       (select json_agg(json_build_object('productId', product_id, 'counted', counted,
           'entries', entries, 'stock', stock, 'delta', posted_delta,
           'ledgerStock', coalesce((select balance from stock_movements where id = movement_id), 0),
           'stockBefore', (select coalesce(sum(delta), 0) from stock_movements as moved
             where moved.product_id = line.product_id and id < posted_through),
           'movedByDocuments', (select coalesce(sum(delta), 0) from stock_movements as moved
             where moved.product_id = line.product_id and id > movement_id and id < posted_through
               and num_nonnulls(sale_id, purchase_id, return_id) > 0),
           'corrections', ${movementsOf('count')}, 'undone', ${movementsOf('count_undone')},
           'laterCount', (select min(later.count_id)
             from stock_movements as undo
               join stock_count_products as later on later.product_id = undo.product_id
               join stock_counts as other on other.id = later.count_id
             where undo.count_id = count.id and undo.reason = 'count_undone'
               and undo.product_id = line.product_id and later.posted_delta is not null
               and other.posted_through between count.posted_through + 1 and undo.id
               and (other.state = 'posted' or exists (
                 select from stock_movements as taken where taken.count_id = other.id
                   and taken.reason = 'count_undone' and taken.id > undo.id
               )))
           ) order by product_id)
         from stock_count_products as line where count_id = count.id) as lines
     from stock_counts as count where starts_with(name, $1)`,
    [`${mark}-`],
  )
}

function movementsOf(reason: 'count' | 'count_undone'): string {
  return `(select coalesce(json_agg(delta), '[]') from stock_movements as moved
    where count_id = count.id and moved.product_id = line.product_id and reason = '${reason}')`
}

/**
 * Every acknowledged count, number and step is there once. After a posting the stock was what was counted plus what had
 * moved since.
 */
export function judgeStockCounts(
  entries: readonly StockCountEntry[],
  stored: readonly StoredCount[],
) {
  const lost: string[] = []
  const doubled: string[] = []
  const sent = new Set(entries.map(({ mark }) => mark))
  for (const entry of entries) {
    const counts = stored.filter(({ mark }) => mark === entry.mark)
    const label = `stock count "${entry.mark}"`
    if (counts.length > 1) doubled.push(`${label} exists ${counts.length} times`)
    const [count] = counts
    if (!count) {
      if (entry.id !== null) lost.push(`${label} is missing`)
      continue
    }
    const differences = [
      ...findDifferences(entry, count),
      ...count.lines.flatMap(findWrongStocks(count)),
    ]
    lost.push(...differences.map((difference) => `${label} ${difference}`))
    doubled.push(...findExtraNumbers(entry, count).map((number) => `${label} ${number}`))
  }
  for (const { mark } of stored) {
    if (!sent.has(mark)) doubled.push(`"${mark}" exists, and was never sent`)
  }
  return { lost, doubled }
}

function findDifferences(entry: StockCountEntry, count: StoredCount): string[] {
  const listed = count.lines.map(({ productId }) => productId)
  const chosen = entry.sent.productIds.toSorted((one, other) => one - other)
  return [
    ...(isDeepStrictEqual(listed, chosen) ? [] : [`has the products ${listed.join()}`]),
    ...(entry.state === null || entry.state === count.state
      ? []
      : [`is ${count.state}, although it was answered as ${entry.state}`]),
    ...(entry.posted === null || isDeepStrictEqual(entry.posted, count.figures)
      ? []
      : [`has ${JSON.stringify(count.figures)}, answered ${JSON.stringify(entry.posted)}`]),
    ...entry.numbers.flatMap((number, index) => findLostNumber(number, count, index)),
    ...count.lines.flatMap((line) => {
      const total = sumOf(count.numbers, line.productId)
      const { counted, entries } = line
      return isDeepStrictEqual(total, { counted, entries })
        ? []
        : [`has ${counted} of product ${line.productId}, by numbers ${JSON.stringify(total)}`]
    }),
  ]
}

/** A client sends its numbers one after the other, so they are stored in this order. */
function findLostNumber(number: CountedNumber, count: StoredCount, index: number): string[] {
  const { answered, ...request } = number
  const there = count.numbers[index]
  if (!there) return answered ? [`has lost the number ${number.key}`] : []
  if (!isDeepStrictEqual(there, request)) {
    return [`has ${JSON.stringify(there)} instead of ${JSON.stringify(request)}`]
  }
  const total = sumOf(count.numbers.slice(0, index + 1), number.productId)
  return answered === null || isDeepStrictEqual(answered, total)
    ? []
    : [`answered ${number.key} with ${JSON.stringify(answered)}, not ${JSON.stringify(total)}`]
}

function findExtraNumbers(entry: StockCountEntry, count: StoredCount): string[] {
  const keys = count.numbers.map(({ key }) => key)
  return keys.flatMap((key, index) => {
    if (keys.indexOf(key) < index) return [`has the number ${key} twice`]
    return entry.numbers.some((number) => number.key === key) ? [] : [`has ${key}, never sent`]
  })
}

/** Adds up the numbers of a product: each replaces the sum, or is added to it. */
function sumOf(numbers: readonly StoredNumber[], productId: number) {
  const own = numbers.filter((number) => number.productId === productId)
  const counted = own.reduce<number | null>(
    (sum, number) => number.counted + (number.mode === 'add' ? (sum ?? 0) : 0),
    null,
  )
  return { counted, entries: own.length }
}

function findWrongStocks({ state }: StoredCount) {
  return (line: StoredLine): string[] => {
    const { counted, delta, stock, ledgerStock, stockBefore, movedByDocuments } = line
    const label = `product ${line.productId}`
    const isMoment = stock === null || stock === ledgerStock
    const due = delta === null || counted === null ? null : counted + movedByDocuments
    const moved = delta === null || delta === 0 ? [] : [delta]
    const back = state === 'undone' ? moved.map((units) => -units) : []
    return [
      ...(isMoment ? [] : [`took the stock ${stock} of ${label}, and it was ${ledgerStock}`]),
      ...(due === null || stockBefore + (delta ?? 0) === due
        ? []
        : [`left ${stockBefore + (delta ?? 0)} of ${label}, and ${due} were due`]),
      ...(isDeepStrictEqual(line.corrections, moved)
        ? []
        : [`moved ${label} by ${line.corrections.join()}, and ${delta} was due`]),
      ...(isDeepStrictEqual(line.undone, back)
        ? []
        : [`moved ${label} back by ${line.undone.join()}, and ${back.join()} was due`]),
      ...(line.laterCount === null
        ? []
        : [`was undone while the later count ${line.laterCount} had ${label}`]),
    ]
  }
}

/** The entries as a backup may have them, which was made while the clients wrote. */
export function withoutAnswers(entries: readonly StockCountEntry[]): StockCountEntry[] {
  return entries.map((entry) => ({
    ...entry,
    id: null,
    state: null,
    posted: null,
    numbers: entry.numbers.map((number) => ({ ...number, answered: null })),
  }))
}
