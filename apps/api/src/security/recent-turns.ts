type Turns = { count: number; last: number }

/** Remembers the turns of groups of callers. Forgets them after one to two windows. */
export function createRecentTurns(window: number) {
  let [current, previous] = [new Map<string, Turns>(), new Map<string, Turns>()]
  let endsAt = performance.now() + window
  let turn = 0

  function forgetOld(): void {
    const now = performance.now()
    if (now < endsAt) return
    previous = now < endsAt + window ? current : new Map()
    current = new Map()
    endsAt = now + window
  }

  function add(groups: readonly string[]): void {
    forgetOld()
    turn += 1
    for (const group of groups) {
      const count = (current.get(group)?.count ?? 0) + 1
      current.set(group, { count, last: turn })
    }
  }

  function countOf(group: string): number {
    forgetOld()
    return (current.get(group)?.count ?? 0) + (previous.get(group)?.count ?? 0)
  }

  /** Grows with each turn. 0 if the group had none lately. */
  function lastTurnOf(group: string): number {
    forgetOld()
    return current.get(group)?.last ?? previous.get(group)?.last ?? 0
  }

  return { add, countOf, lastTurnOf }
}
