/** Stockie against its anchor, round by round. */
export function ratios(stockie: readonly number[], anchor: readonly number[]): number[] {
  return stockie.map((value, index) => value / (anchor[index] ?? Number.NaN))
}
