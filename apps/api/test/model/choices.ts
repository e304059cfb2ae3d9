import type { ResourcePath } from '@stockie/contracts'
import type { Shop } from './shop-model'

/** Names and remarks: plain ones first, then what has broken programs before. */
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

/** An id that nothing has. */
export const unknownId = 999_999

/** Mostly one that is there, at times a deleted one, once in a while one that never was. */
export function pickAlive(shop: Shop, resource: ResourcePath, choice: number): number {
  return pick(shop, resource, choice, false)
}

/** The other way round: mostly a deleted one. */
export function pickDeleted(shop: Shop, resource: ResourcePath, choice: number): number {
  return pick(shop, resource, choice, true)
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
