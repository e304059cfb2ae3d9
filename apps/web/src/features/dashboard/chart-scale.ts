interface ChartScale {
  top: number
  /** Negative, or 0 if nothing hangs below the zero line. */
  bottom: number
  /** Evenly spaced, with 0 among them. */
  ticks: number[]
}

/**
 * A scale that a few very large amounts do not flatten. Null if all amounts fit well into one scale. At most
 * one in six amounts may be beyond it (one of four to eleven), each more than three times the largest within,
 * but not all of two or more on one side: those are no exceptions.
 */
export function findScale(above: readonly number[], below: readonly number[]): ChartScale | null {
  const sorted = [...above, ...below]
    .filter((amount) => amount > 0)
    .toSorted((one, other) => other - one)
  let beyond = sorted.length < 4 ? 0 : Math.max(1, Math.floor(sorted.length / 6))
  while (beyond > 0 && !isApart(sorted, beyond, [above, below])) beyond -= 1
  const largest = sorted[beyond]
  if (beyond === 0 || largest === undefined) return null

  const [height, depth] = [endOf(above, largest), endOf(below, largest)]
  const step = stepOf((height + depth) / 5)
  const [up, down] = [Math.ceil(height / step), Math.ceil(depth / step)]
  const ticks = Array.from({ length: down + up + 1 }, (_, index) => (index - down) * step)
  return { top: up * step, bottom: -down * step, ticks }
}

/** Whether the largest amounts are far above the others. `sorted` has both sides, the largest first. */
function isApart(
  sorted: readonly number[],
  count: number,
  sides: readonly (readonly number[])[],
): boolean {
  const largest = sorted[count] ?? Infinity
  const isWholeSide = sides.some((side) => {
    const amounts = side.filter((amount) => amount > 0)
    return amounts.length > 1 && amounts.every((amount) => amount > largest)
  })
  return (sorted[count - 1] ?? 0) > 3 * largest && !isWholeSide
}

/** The end of one side. Where bars are cut, it leaves room above the others, also if there are no others. */
function endOf(amounts: readonly number[], largest: number) {
  const within = Math.max(0, ...amounts.filter((amount) => amount <= largest))
  const isCut = amounts.some((amount) => amount > largest)
  return isCut ? Math.max(1.2 * within, 0.4 * largest) : within
}

/** The next of 1, 2, 2.5, 5 and 10, times a power of ten. */
function stepOf(atLeast: number) {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= atLeast) ?? 10) * power
}

interface Label {
  /** The middle, in pixels. */
  x: number
  width: number
}

const maxLabelRows = 2

/**
 * Moves labels sideways into the plot, and those that would cover another one into a second row. Labels without
 * room are hidden.
 */
export function placeLabels<Placed extends Label>(
  labels: readonly Placed[],
  plot: { x: number; width: number },
) {
  const rowEnds: number[] = []
  return labels.map((label) => {
    const half = label.width / 2
    const x = Math.min(Math.max(label.x, plot.x + half), plot.x + plot.width - half)
    const free = rowEnds.findIndex((end) => end <= x - half)
    const row = free < 0 ? rowEnds.length : free
    if (row >= maxLabelRows) return { ...label, x, row: maxLabelRows - 1, isHidden: true }
    rowEnds[row] = x + half
    return { ...label, x, row, isHidden: false }
  })
}
