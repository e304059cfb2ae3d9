import type { StockCount, StockCountLine } from '@stockie/contracts'

import { toDay } from '@/lib/dates'
import {
  formatCount,
  formatDateTime,
  formatMoney,
  formatStockChange,
  formatTime,
} from '@/lib/format'

/** 'Stock count 3', as the movements of a product name it. */
export function nameCount({ id }: Pick<StockCount, 'id'>) {
  return `Stock count ${id}`
}

/** 'Stock count 3, Shelf by the window' */
export function titleOf({ id, name }: Pick<StockCount, 'id' | 'name'>) {
  return name ? `${nameCount({ id })}, ${name}` : nameCount({ id })
}

/** '40 products of Stationery' */
export function describeChoice({ products, categoryName }: StockCount) {
  const counted = countProducts(products)
  return categoryName ? `${counted} of ${categoryName}` : counted
}

export function countProducts(count: number) {
  return `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`
}

/** '12 of 40 counted' */
export function describeProgress({ counted, products }: Pick<StockCount, 'counted' | 'products'>) {
  return `${formatCount(counted)} of ${formatCount(products)} counted`
}

/** '−2', '+3' or '0' */
export function formatUnits(units: number) {
  return units === 0 ? '0' : formatStockChange(units)
}

/** '−$33.00', '+$5.00' or '$0.00' */
export function formatValue(value: number) {
  if (value === 0) return '$0.00'
  return `${value > 0 ? '+' : '−'}${formatMoney(Math.abs(value))}`
}

type Differences = Pick<StockCount, 'differing' | 'units' | 'value'>

/** '3 products differ: −5 pieces, −$33.00 at cost' */
export function describeDifferences(count: Differences) {
  const { differing } = count
  if (differing === 0) return 'No differences'
  return `${countProducts(differing)} ${differing === 1 ? 'differs' : 'differ'}: ${describeSum(count)}`
}

/** '3 products: −5 pieces, −$33.00 at cost' */
export function describeCorrection(count: Differences) {
  return `${countProducts(count.differing)}: ${describeSum(count)}`
}

function describeSum({ units, value }: Differences) {
  const pieces = Math.abs(units) === 1 ? 'piece' : 'pieces'
  return `${formatUnits(units)} ${pieces}, ${formatValue(value)} at cost`
}

/** The steps of the count with their accounts, the latest last. */
export function describeSteps(count: StockCount) {
  const steps: [string, string | null, string | null][] = [
    ['Started', count.createdAt, count.createdByName],
    ['Finished', count.finishedAt, count.finishedByName],
    ['Posted', count.postedAt, count.postedByName],
    ['Undone', count.undoneAt, count.undoneByName],
    ['Discarded', count.discardedAt, count.discardedByName],
  ]
  return steps.flatMap(([verb, at, name]) =>
    at === null ? [] : [`${verb} ${formatDateTime(at)} by ${name ?? 'a deleted account'}`],
  )
}

export const stateNames: Record<StockCount['state'], string> = {
  open: 'Open',
  finished: 'Finished',
  posted: 'Posted',
  undone: 'Undone',
  discarded: 'Discarded',
}

/** '14:05', or '21 Nov 2026, 14:05' of another day. */
function formatMoment(instant: string) {
  const moment = new Date(instant)
  return toDay(moment) === toDay(new Date()) ? formatTime(moment) : formatDateTime(instant)
}

/** 'by Olivia Berg, 14:05' */
export function describeCounter({
  countedByName,
  countedAt,
}: Partial<Pick<StockCountLine, 'countedByName' | 'countedAt'>>) {
  return countedAt ? `by ${countedByName ?? 'a deleted account'}, ${formatMoment(countedAt)}` : ''
}

/** Whether the API keeps the differences to itself. */
export function hidesDifferences({ blind, finishedAt, state, counted }: StockCount) {
  return counted === 0 || state === 'discarded' || (blind && finishedAt === null)
}
