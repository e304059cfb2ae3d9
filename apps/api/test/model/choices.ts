import type { ResourcePath } from '@stockie/contracts'
import type { Shop } from './shop-model'
import type { StockCountRecord } from './stock-count-record'

/** Names and remarks: plain texts first, then texts that have broken programs before. */
export const texts = [
  'Ada',
  'Ben',
  'Cleo',
  'Dan',
  'Eve',
  '  padded  ',
  'Łódź 名 😀',
  `O'Brien "the" \\back\\ %s $1`,
  `'; drop table sales; --`,
  '<b>&amp;</b>',
  '\u202Eright to left',
  'null',
  '0',
  'two\nlines\tand a tab',
]

export function textOf(index: number): string {
  return texts[index % texts.length] ?? 'Ada'
}

/** An id that no record has. */
export const unknownId = 999_999

/** Picks an existing record in 27 of 32 cases, else a deleted one, and in 1 of 32 an unknown id. */
export function pickAlive(shop: Shop, resource: ResourcePath, choice: number): number {
  return pick(shop, resource, choice, false)
}

/** Like pickAlive, but picks a deleted record in 27 of 32 cases. */
export function pickDeleted(shop: Shop, resource: ResourcePath, choice: number): number {
  return pick(shop, resource, choice, true)
}

/** Picks a parked sale in any state, and in 1 of 32 cases an unknown id. Mostly one of the last few. */
export function pickParked(shop: Shop, choice: number): number {
  if (choice === 31) return unknownId
  const ids = [...shop.parked.keys()].toSorted((one, other) => other - one)
  return ids[(choice % 4) % ids.length] ?? unknownId
}

/** Picks a deleted return or one that is not, and in 1 of 32 cases an unknown id. Mostly one of the last few. */
export function pickReturn(shop: Shop, choice: number, isDeleted: boolean): number {
  if (choice === 31) return unknownId
  const ids = [...shop.returns.values()]
    .filter(({ deletion }) => (deletion !== null) === (choice < 27 ? isDeleted : !isDeleted))
    .map(({ id }) => id)
    .toSorted((one, other) => other - one)
  return ids[(choice % 4) % ids.length] ?? unknownId
}

/** Picks a wanted stock count in 27 of 32 cases if there is one, else any. Mostly one of the last few. */
export function pickStockCount(
  shop: Shop,
  choice: number,
  isWanted: (count: StockCountRecord) => boolean,
): number {
  if (choice === 31) return unknownId
  const counts = [...shop['stock-counts'].values()].toSorted((one, other) => other.id - one.id)
  const wanted = choice < 27 ? counts.filter(isWanted) : counts
  const among = wanted.length > 0 ? wanted : counts
  return among[(choice % 3) % among.length]?.id ?? unknownId
}

function pick(shop: Shop, resource: ResourcePath, choice: number, mostlyDeleted: boolean): number {
  if (choice === 31) return unknownId
  const wanted = choice < 27 ? mostlyDeleted : !mostlyDeleted
  const ids = [...shop[resource].values()]
    .filter(({ deletion }) => (deletion !== null) === wanted)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
  return ids[choice % ids.length] ?? unknownId
}
