/** How many months a key moves in a grid of three to a row, or undefined for another key. */
export function monthStep(key: string, month: string) {
  const place = Number(month.slice(5)) - 1
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -3,
    ArrowDown: 3,
    PageUp: -12,
    PageDown: 12,
    Home: -(place % 3),
    End: 2 - (place % 3),
  }
  return steps[key]
}
