const most = 1.6

/** Where the anchor's own best is so far from its worst, a ratio of rates or of waiting says nothing. */
export function isUnsteady(anchor: readonly number[]): boolean {
  return Math.max(...anchor) >= most * Math.min(...anchor)
}
